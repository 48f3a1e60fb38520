import type { LogFacts, Logger } from '#main/base/ports.ts';

/** A logger that keeps what it is told, for tests that look at it. */
export class RecordingLogger implements Logger {
  readonly lines: string[] = [];

  info(message: string, facts?: LogFacts): void {
    this.#keep('info', message, facts);
  }

  warn(message: string, facts?: LogFacts): void {
    this.#keep('warn', message, facts);
  }

  error(message: string, facts?: LogFacts): void {
    this.#keep('error', message, facts);
  }

  scope(): Logger {
    return this;
  }

  #keep(level: string, message: string, facts: LogFacts = {}): void {
    this.lines.push(`${level} ${message} ${JSON.stringify(facts)}`);
  }
}
