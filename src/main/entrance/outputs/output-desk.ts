import { z } from 'zod';
import type { SealedFile } from '#main/base/vault/sealed-file.ts';
import { serverOf } from '#main/settings/output-authorizations.ts';
import { outputSchema } from '#main/settings/output-schemas.ts';
import type { SettingsFile } from '#main/settings/settings-file.ts';
import {
  MOST_OUTPUTS,
  OUTPUT_FIELDS,
  type OutputField,
  type OutputRefusal,
  type OutputSetting,
  type OutputSetup,
  type TypedOutput,
} from '#shared/model/output.ts';
import { err, ok, type Result } from '#shared/result.ts';

/** What outputs send as Authorization, by their names, and to which server alone. */
const authorizationsSchema = z.record(
  z.string(),
  z.object({ server: z.string().nullable(), secret: z.string() }),
);
type Authorizations = Readonly<z.infer<typeof authorizationsSchema>>;

export interface OutputDeskPorts {
  readonly settingsFile: Pick<SettingsFile, 'read' | 'write' | 'managed' | 'secrets'>;
  /** Where the Authorizations are kept that were typed here. */
  readonly file: SealedFile;
  /** Whether secrets can be kept over a restart. */
  readonly canKeep: boolean;
  /** Called when there are other outputs. */
  readonly onChange: () => void;
}

const NO_SECRET = { server: null, secret: '' };

/** A change that a person makes. */
interface KeptOutput {
  /** What it was called; null: it is a new one. */
  readonly was: string | null;
  readonly output: TypedOutput;
  /** Null: as it was; '': none. */
  readonly authorization: string | null;
}

/** Where people set up outputs. What one sends as Authorization is kept apart, and never told again. */
export class OutputDesk {
  readonly #ports: OutputDeskPorts;
  #authorizations: Authorizations | null = null;

  constructor(ports: OutputDeskPorts) {
    this.#ports = ports;
  }

  all(): readonly OutputSetup[] {
    return this.#outputs().map((output) => ({
      output,
      hasAuthorization: this.authorizationOf(output.name) !== null,
    }));
  }

  /** What this output sends as Authorization; null: nothing. */
  authorizationOf(name: string): string | null {
    // Given for the outputs that are managed; one that is set up here could have this name, and any address.
    const given = this.#isManaged()
      ? this.#ports.settingsFile.secrets().outputAuthorizations?.[name]
      : undefined;
    return given ?? this.#ownAuthorizationOf(name);
  }

  /** What was typed here, as long as the output still talks to the server for which it was. */
  #ownAuthorizationOf(name: string): string | null {
    const output = this.#outputs().find((one) => one.name === name);
    const kept = this.#kept()[name];
    const isForIt = output !== undefined && kept?.server === serverOf(output);
    return isForIt ? kept.secret : null;
  }

  keep({ was, output, authorization }: KeptOutput): Result<null, OutputRefusal> {
    if (this.#isManaged()) return err({ type: 'managed' });
    const parsed = outputSchema.safeParse(output);
    if (!parsed.success) return err({ type: 'wrong', field: fieldOf(parsed.error) });
    const outputs = this.#outputs();
    const { name, way } = parsed.data;
    const before = outputs.find((one) => one.name === was);
    const others = outputs.filter((one) => one !== before);
    if (others.some((one) => one.name === name)) return err({ type: 'same-name' });
    if (others.length >= MOST_OUTPUTS) return err({ type: 'too-many' });
    // What was typed for one server is sent to no other.
    const stays = before !== undefined && serverOf(before) === serverOf(parsed.data);
    const asItWas = stays ? (this.#ownAuthorizationOf(before.name) ?? '') : '';
    const secret = way.type === 'http' ? (authorization ?? asItWas) : '';
    const server = serverOf(parsed.data);
    if (!this.#keepAuthorization(was, name, { server, secret }))
      return err({ type: 'no-key-store' });
    const changed =
      before === undefined
        ? [...outputs, parsed.data]
        : outputs.map((one) => (one === before ? parsed.data : one));
    this.#write(changed);
    return ok(null);
  }

  remove(name: string): Result<null, OutputRefusal> {
    if (this.#isManaged()) return err({ type: 'managed' });
    if (!this.#keepAuthorization(name, name, NO_SECRET)) return err({ type: 'no-key-store' });
    this.#write(this.#outputs().filter((one) => one.name !== name));
    return ok(null);
  }

  #outputs(): readonly OutputSetting[] {
    return this.#ports.settingsFile.read().outputs;
  }

  #isManaged(): boolean {
    return this.#ports.settingsFile.managed.includes('outputs');
  }

  #write(outputs: readonly OutputSetting[]): void {
    this.#ports.settingsFile.write({ outputs: [...outputs] });
    this.#ports.onChange();
  }

  #kept(): Authorizations {
    this.#authorizations ??= authorizationsSchema.safeParse(this.#ports.file.load()).data ?? {};
    return this.#authorizations;
  }

  /** Returns false where it cannot be kept. */
  #keepAuthorization(was: string | null, name: string, own: Authorizations[string]): boolean {
    const kept = this.#kept();
    const others = Object.entries(kept).filter(([each]) => each !== was && each !== name);
    const next = Object.fromEntries(own.secret === '' ? others : [...others, [name, own]]);
    if (JSON.stringify(next) === JSON.stringify(kept)) return true;
    if (!this.#ports.canKeep) return false;
    try {
      this.#ports.file.save(next);
    } catch {
      return false;
    }
    this.#authorizations = next;
    return true;
  }
}

/** Which field was entered wrong. */
function fieldOf({ issues }: z.ZodError): OutputField {
  const at = issues[0]?.path.at(-1);
  return OUTPUT_FIELDS.find((field) => field === at) ?? 'name';
}
