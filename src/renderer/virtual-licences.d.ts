/** Made by scripts/licences/plugin.ts: the packages that are shipped with Usher, by name. */
declare module 'virtual:licences' {
  const licences: readonly {
    readonly name: string;
    readonly version: string;
    /** An SPDX expression. */
    readonly licence: string;
    readonly text: string;
  }[];
  export default licences;
}
