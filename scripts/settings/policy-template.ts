import { assertNever } from '#shared/assert-never.ts';
import type { Setting } from '#shared/model/setting-form.ts';
import { LARGEST_LOGO, SETTINGS, SETUP } from '#shared/model/settings.ts';

/** The key of the registry, below HKEY_LOCAL_MACHINE. */
const KEY = 'SOFTWARE\\Policies\\Usher';
const NAMESPACE = 'Usher.Policies.Kiosk';

/** One policy: a setting, and how an administrator enters it. */
interface Policy {
  readonly name: string;
  readonly description: string;
  /** What stands between the policy's tags in the template. */
  readonly form: string;
  /** The control for it; null: the policy itself is the switch. */
  readonly control: string | null;
  /** What is entered where a setting can be more than its control shows. */
  readonly hint: string;
}

/** Windows' administrative template (ADMX) of all settings. */
export function policyTemplate(): string {
  const policies = allPolicies().map(
    ({ name, form, control }) =>
      `    <policy name="${name}" class="Machine" displayName="$(string.${name})" explainText="$(string.${name}_help)"${
        control === null ? '' : ` presentation="$(presentation.${name})"`
      } key="${KEY}"${control === null ? ` valueName="${name}"` : ''}>
      <parentCategory ref="Usher" />
      <supportedOn ref="SUPPORTED_Usher" />
${form}
    </policy>`,
  );
  return `<?xml version="1.0" encoding="utf-8"?>
<policyDefinitions xmlns="http://schemas.microsoft.com/GroupPolicy/2006/07/PolicyDefinitions" revision="1.0" schemaVersion="1.0">
  <policyNamespaces>
    <target prefix="usher" namespace="${NAMESPACE}" />
  </policyNamespaces>
  <resources minRequiredRevision="1.0" />
  <supportedOn>
    <definitions>
      <definition name="SUPPORTED_Usher" displayName="$(string.SUPPORTED_Usher)" />
    </definitions>
  </supportedOn>
  <categories>
    <category name="Usher" displayName="$(string.Usher)" />
  </categories>
  <policies>
${policies.join('\n')}
  </policies>
</policyDefinitions>
`;
}

/** The English texts of the template (ADML). */
export function policyTexts(): string {
  const policies = allPolicies();
  const strings = policies.flatMap(({ name, description, hint }) => [
    `      <string id="${name}">${name}</string>`,
    `      <string id="${name}_help">${inXml(`${description}${hint}`)}</string>`,
  ]);
  const words = Object.entries(SETTINGS).flatMap(([name, setting]) =>
    wordsOf(setting).map(
      (word) => `      <string id="${idOf(name, word)}">${inXml(word)}</string>`,
    ),
  );
  const presentations = policies.flatMap(({ name, control }) =>
    control === null
      ? []
      : [`      <presentation id="${name}">\n        ${control}\n      </presentation>`],
  );
  return `<?xml version="1.0" encoding="utf-8"?>
<policyDefinitionResources xmlns="http://schemas.microsoft.com/GroupPolicy/2006/07/PolicyDefinitions" revision="1.0" schemaVersion="1.0">
  <displayName>Usher</displayName>
  <description>Settings of the Usher kiosk. What is set here cannot be changed on the kiosk.</description>
  <resources>
    <stringTable>
      <string id="Usher">Usher</string>
      <string id="SUPPORTED_Usher">Usher on Windows 10 and newer</string>
${[...strings, ...words].join('\n')}
    </stringTable>
    <presentationTable>
${presentations.join('\n')}
    </presentationTable>
  </resources>
</policyDefinitionResources>
`;
}

function allPolicies(): readonly Policy[] {
  const operators = Object.entries<Setting>(SETTINGS).map(([name, setting]) =>
    policyOf(name, setting),
  );
  const setup = Object.entries(SETUP).map(([name, { description, default: standard }]) => {
    const isJson = standard !== null;
    const hint = isJson ? ' Enter JSON as in a settings file.' : ' Enter null for none.';
    return { name, description, hint, ...textBox(name, LARGEST_LOGO * 2) };
  });
  return [...operators, ...setup];
}

function policyOf(name: string, setting: Setting): Policy {
  const { limits, or, description } = setting;
  const hint = or === undefined ? '' : ` Enter ${String(or)} for that.`;
  switch (limits.kind) {
    case 'switch':
      return { name, description, hint: '', ...theSwitch };
    case 'one-of':
      return { name, description, hint: '', ...dropdown(name, wordsOf(setting)) };
    case 'some-of':
      return {
        name,
        description,
        hint: ` One in each line, of: ${limits.of.join(', ')}.`,
        form: elements(`<multiText id="${name}" valueName="${name}" />`),
        control: `<multiTextBox refId="${name}" showAsDialog="true" />`,
      };
    case 'milliseconds':
    case 'whole':
      return or === undefined
        ? { name, description, hint: '', ...numberBox(name, limits, setting.default) }
        : { name, description, hint, ...textBox(name, LONGEST_NUMBER) };
    case 'share':
    case 'number':
      return { name, description, hint, ...textBox(name, LONGEST_NUMBER) };
    case 'name':
    case 'device':
    case 'colour':
    case 'time-zone':
    case 'host':
    case 'feed':
    case 'ip-address':
    case 'hours':
      return { name, description, hint, ...textBox(name, LONGEST_TEXT) };
    default:
      return assertNever(limits);
  }
}

const LONGEST_NUMBER = 20;
const LONGEST_TEXT = 1_024;

type Form = Pick<Policy, 'form' | 'control'>;

const theSwitch: Form = {
  form: `      <enabledValue><decimal value="1" /></enabledValue>
      <disabledValue><decimal value="0" /></disabledValue>`,
  control: null,
};

function elements(element: string): string {
  return `      <elements>\n        ${element}\n      </elements>`;
}

function dropdown(name: string, words: readonly string[]): Form {
  const items = words.map(
    (word) =>
      `          <item displayName="$(string.${idOf(name, word)})"><value><string>${inXml(word)}</string></value></item>`,
  );
  return {
    form: elements(
      `<enum id="${name}" valueName="${name}" required="true">\n${items.join('\n')}\n        </enum>`,
    ),
    control: `<dropdownList refId="${name}" noSort="true" defaultItem="0">${name}</dropdownList>`,
  };
}

function numberBox(
  name: string,
  { min, max }: { readonly min: number; readonly max: number },
  standard: unknown,
): Form {
  return {
    form: elements(
      `<decimal id="${name}" valueName="${name}" required="true" minValue="${min}" maxValue="${max}" />`,
    ),
    control: `<decimalTextBox refId="${name}" defaultValue="${String(standard)}">${name}</decimalTextBox>`,
  };
}

function textBox(name: string, maxLength: number): Form {
  return {
    form: elements(
      `<text id="${name}" valueName="${name}" required="true" maxLength="${maxLength}" />`,
    ),
    control: `<textBox refId="${name}"><label>${name}</label></textBox>`,
  };
}

/** What a setting of words can be. */
function wordsOf({ limits, or }: Setting): readonly string[] {
  if (limits.kind !== 'one-of') return [];
  return or === undefined ? limits.of : [...limits.of, String(or)];
}

/** Identifiers have letters, digits and underscores. */
function idOf(name: string, word: string): string {
  return `${name}_${word.replaceAll(/\W/g, '_')}`;
}

function inXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
