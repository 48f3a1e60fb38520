import { expect, test } from 'vitest';
import { ScriptsOfNames } from '#main/snapshot/scripts-of-names.ts';
import { SCRIPT_CODES, SCRIPTS } from '#shared/model/script.ts';

const noPatron = (orderConsumerName: string | null) => ({ orderConsumerName, patron: null });

test.each([
  ['Łukasz Müller-Đặng', []],
  ['سارة', []],
  ['山田 太郎', ['Hani']],
  ['やまだ タロウ', ['Hira', 'Kana']],
  ['김민준', ['Hang']],
  ['Σοφία Παπαδάκη', ['Grek']],
  ['Олена', ['Cyrl']],
  ['שרה כהן', ['Hebr']],
  ['सुनीता', ['Deva']],
  ['Ann 😀', []],
  ['', []],
])('%s is written in what is known of it: %j', (name, scripts) => {
  const found = new ScriptsOfNames();
  found.add(noPatron(name));
  expect(found.all()).toEqual(scripts);
});

test('each script is found once, among any number of names, in a patron’s as in a buyer’s', () => {
  const found = new ScriptsOfNames();
  const patron = {
    ...{ email: 'שרה@example.org', billingAddress: null, shippingAddress: null },
    ...{ primaryPhoneNumber: null, firstName: '太郎', lastName: 'Ярослава' },
  };
  for (const name of ['Ann', '山田', null, '山本 Ω']) found.add(noPatron(name));
  found.add({ orderConsumerName: 'Bob', patron });
  expect(found.all()).toEqual(['Cyrl', 'Grek', 'Hani']);
});

test('the letter by which a script is tried is one of its own', () => {
  for (const script of SCRIPT_CODES) {
    const found = new ScriptsOfNames();
    found.add(noPatron(SCRIPTS[script]));
    expect(found.all()).toEqual([script]);
  }
});
