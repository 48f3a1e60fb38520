import type { DemoGuide, DemoRole } from '#shared/model/demo-guide.ts';

/** Who signs in as somebody of that role. */
export function userOf({ guide }: { readonly guide: DemoGuide }, role: DemoRole = 'scanner') {
  const user = guide.users.find((each) => each.role === role);
  if (user === undefined) throw new Error(`nobody is ${role}`);
  return { username: user.username, password: user.password };
}
