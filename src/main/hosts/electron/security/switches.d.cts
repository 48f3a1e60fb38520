/** Those of Chromium's switches that the command line holds. */
interface CommandLine {
  hasSwitch(name: string): boolean;
  removeSwitch(name: string): void;
}

/** Takes the forbidden switches away; names those that were given. */
export declare function removeSwitches(commandLine: CommandLine): string[];
