import { assertNever } from '#shared/assert-never.ts';
import type { Setting, SettingLimits } from '#shared/model/setting-form.ts';
import {
  LONGEST_DEVICE_NAME,
  LONGEST_NAME,
  SECRETS,
  SETTINGS,
  SETUP,
} from '#shared/model/settings.ts';

/** What there is to set, as a table in Markdown. */
export function settingsList(): string {
  const operators = Object.entries<Setting>(SETTINGS).map(([name, setting]) =>
    row(name, setting, mayBe(setting)),
  );
  const setup = Object.entries({ ...SETUP, ...SECRETS }).map(([name, setting]) =>
    row(name, setting, setting.mayBe),
  );
  const head = ['Setting', 'What it is', 'What it may be', 'Default', 'A change counts'];
  const lines = [head, head.map(() => '---'), ...operators, ...setup];
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

function row(
  name: string,
  setting: Pick<Setting, 'default' | 'description' | 'takesEffect'>,
  form: string,
): readonly string[] {
  const first = 'default' in setting ? standard(setting.default) : 'the machine’s name';
  return [`\`${name}\``, setting.description, form, first, setting.takesEffect];
}

function mayBe({ limits, or }: Setting): string {
  const within = textOf(limits);
  return or === undefined ? within : `${within}, or ${code(or)}`;
}

function textOf(limits: SettingLimits): string {
  switch (limits.kind) {
    case 'milliseconds':
    case 'whole':
    case 'share':
      return `${limits.min} to ${limits.max}${limits.kind === 'milliseconds' ? ' ms' : ''}`;
    case 'number':
      return 'a whole number';
    case 'switch':
      return `${code(true)}, ${code(false)}`;
    case 'one-of':
      return limits.of.map(code).join(', ');
    case 'some-of':
      return `a list of ${limits.of.map(code).join(', ')}`;
    case 'name':
      return `1 to ${LONGEST_NAME} characters`;
    case 'device':
      return `1 to ${LONGEST_DEVICE_NAME} characters`;
    case 'colour':
      return 'a colour such as `"#0a7d6c"`';
    case 'time-zone':
      return 'a time zone such as `"Europe/Vienna"`';
    case 'host':
      return 'the name of a host';
    case 'feed':
      return 'an https address';
    case 'ip-address':
      return 'an IP address';
    case 'hours':
      return 'hours such as `"22:00-07:00"`';
    default:
      return assertNever(limits);
  }
}

/** What is in force at first; a list with all that there is would be long. */
function standard(value: unknown): string {
  return Array.isArray(value) && value.length > 0 ? 'all' : code(value);
}

function code(value: unknown): string {
  return `\`${JSON.stringify(value)}\``;
}
