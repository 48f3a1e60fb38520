import { describe, expect, test } from 'vitest';
import { ERROR, syncScansRequestSchema } from '#shared/api/index.ts';
import type { Fault, Passing } from '#tests/support/fault-proxy.ts';
import { openDoor, type Door } from './support/door.ts';
import { answering, bareRefusal, refusal } from './support/refusals.ts';

type Key = 'barcode' | 'barcodeString';

/** Under which keys a request carries its barcodes. */
function keysOf(body: string): string {
  const { tickets } = syncScansRequestSchema.parse(JSON.parse(body));
  const keys = new Set(
    tickets.flatMap((ticket) => Object.keys(ticket).filter((key) => key.startsWith('barcode'))),
  );
  return [...keys].toSorted().join('+');
}

/** A platform that knows one of the keys, and refuses a request with any other. */
const knowing = (key: Key, no: Fault) => (passing: Passing) =>
  passing.path.endsWith('/syncScans') && keysOf(passing.body) !== key ? no : null;

/** Which filter a request carries. */
function filterOf(body: string): string {
  const { performanceId, productionId } = syncScansRequestSchema.parse(JSON.parse(body));
  if (performanceId !== undefined) return 'performance';
  return productionId === undefined ? 'none' : 'production';
}

const filters = ({ proxy }: Pick<Door, 'proxy'>) =>
  proxy.passed.filter(({ path }) => path.endsWith('/syncScans')).map(({ body }) => filterOf(body));

/** A platform that takes no request with the filter of a performance. */
const withoutPerformances = (no: Fault) => (passing: Passing) =>
  passing.path.endsWith('/syncScans') && filterOf(passing.body) === 'performance' ? no : null;

const forms = ({ proxy }: Pick<Door, 'proxy'>) =>
  proxy.passed.filter(({ path }) => path.endsWith('/syncScans')).map(({ body }) => keysOf(body));

/** Answers in which the platform itself names an error that may be about the request. */
const NAMED: [string, Fault][] = [
  ['400 and an unanticipated error', refusal(ERROR.unanticipatedError, { status: 400 })],
  ['missing data', refusal(ERROR.inputMissingRequiredField)],
];

const UNNAMED: [string, Fault][] = [
  ['400 and nothing else', { type: 'answer', status: 400, body: '' }],
  ['400 and a page', { type: 'answer', status: 400, body: '<h1>Bad Request</h1>' }],
  ['400 and JSON of its framework', answering({ status: 400, error: 'Bad Request' }, 400)],
  ['422 and an envelope without details', bareRefusal(422)],
  ['400 and a code that nobody knows', refusal(990, { status: 400 })],
];

const REFUSALS = [...NAMED, ...UNNAMED];

describe('a server that refuses unknown members takes the scans', () => {
  test.each(REFUSALS)('in the second form: %s', async (_what, no) => {
    const door = await openDoor();
    const { letIn, proxy, boxOffice, batches, goUp } = door;
    const codes = letIn(5);
    proxy.fault = knowing('barcode', no);
    await goUp();
    expect(forms(door)).toEqual(['barcode+barcodeString', 'barcode']);
    expect(batches()).toEqual([5, 5]);
    for (const code of codes) expect(boxOffice.scansOf(code)).toHaveLength(1);
  });

  test.each(REFUSALS)('in the third form: %s', async (_what, no) => {
    const door = await openDoor();
    const { letIn, proxy, batches, goUp } = door;
    letIn(5);
    proxy.fault = knowing('barcodeString', no);
    await goUp();
    expect(forms(door)).toEqual(['barcode+barcodeString', 'barcode', 'barcodeString']);
    expect(batches()).toEqual([5, 5, 5]);
  });

  test('in the form that it took before, from then on', async () => {
    const door = await openDoor();
    const { letIn, admit, uploader, proxy, clock, boxOffice, whenPending, goUp } = door;
    letIn(2);
    proxy.fault = knowing('barcodeString', { type: 'answer', status: 400, body: '' });
    await goUp();
    const before = forms(door).length;
    const { clientId } = boxOffice.ids;
    admit({ code: 'X', filter: { clientId }, platformTime: clock.now() - 1_000 });
    uploader.wake();
    await whenPending(0);
    expect(forms(door).slice(before)).toEqual(['barcodeString']);
  });

  test('and one that is at fault is found all the same', async () => {
    const door = await openDoor();
    const { letIn, proxy, uploadsOf, goUp } = door;
    const codes = letIn(8);
    const guilty = codes[6] ?? '';
    const no = refusal(ERROR.inputMissingRequiredField);
    const strict = knowing('barcode', no);
    proxy.fault = (passing) => (passing.body.includes(`"${guilty}"`) ? no : strict(passing));
    await goUp();
    expect(codes.filter((code) => uploadsOf(code)[0]?.state === 'refused')).toEqual([guilty]);
  });
});

test('no scan is refused before it was sent in every form', async () => {
  const door = await openDoor();
  const { letIn, proxy, uploadsOf, goUp } = door;
  const [code = ''] = letIn(1);
  proxy.fault = ({ path }) =>
    path.endsWith('/syncScans') ? refusal(ERROR.inputMissingRequiredField) : null;
  await goUp();
  const keys = ['barcode+barcodeString', 'barcode', 'barcodeString'];
  expect(forms(door)).toEqual([...keys, ...keys]);
  expect(filters(door).join(' ')).toBe('performance performance performance none none none');
  expect(uploadsOf(code)).toMatchObject([{ state: 'refused' }]);
});

describe('a platform that takes no filter by performance', () => {
  test.each(NAMED)('has the scans under the door’s own filter: %s', async (_what, no) => {
    const door = await openDoor();
    const { letIn, proxy, boxOffice, goUp } = door;
    const { clientId, productionId } = boxOffice.ids;
    const codes = letIn(5, { clientId, productionId });
    proxy.fault = withoutPerformances(no);
    await goUp();
    expect(filters(door).join(' ')).toBe('performance performance performance production');
    for (const code of codes) expect(boxOffice.scansOf(code)).toHaveLength(1);
  });

  test('is not sent a scan again in a form that it has refused', async () => {
    const door = await openDoor();
    const { admit, proxy, uploadsOf, ledger, uploader, clock, whenPending, goUp } = door;
    admit({
      code: 'X0',
      filter: { clientId: door.boxOffice.ids.clientId },
      platformTime: clock.now() - 2_000,
    });
    const no = refusal(ERROR.inputMissingRequiredField);
    proxy.fault = withoutPerformances(no);
    await goUp();
    const before = filters(door).length;

    const id = admit({
      code: 'X1',
      filter: { clientId: door.boxOffice.ids.clientId },
      platformTime: clock.now() - 1_000,
    });
    proxy.fault = () => no;
    uploader.wake();
    await whenPending(0);
    expect(uploadsOf('X1')).toMatchObject([{ state: 'refused' }]);
    ledger.sendAgain([id], clock.now());
    proxy.fault = withoutPerformances(no);
    uploader.wake();
    await whenPending(0);
    expect(filters(door).slice(before)).not.toContain('performance');
  });
});

test('all forms are tried again where a platform takes the one no longer that it took', async () => {
  const door = await openDoor();
  const { letIn, proxy, uploader, boxOffice, minutesPass, goUp } = door;
  const no = refusal(ERROR.unanticipatedError, { status: 400 });
  letIn(2);
  proxy.fault = withoutPerformances(no);
  await goUp();
  proxy.fault = (passing) =>
    passing.path.endsWith('/syncScans') && filterOf(passing.body) === 'none' ? no : null;
  const codes = letIn(8);
  uploader.wake();
  await minutesPass(5);
  expect(codes.filter((code) => boxOffice.scansOf(code).length === 1)).toHaveLength(8);
});

test('a key that a server passes over leaves a scan without its barcode: the next form is tried', async () => {
  const door = await openDoor();
  const { letIn, proxy, uploadsOf, goUp } = door;
  const [code = ''] = letIn(1);
  proxy.fault = ({ path, body }) => {
    if (!path.endsWith('/syncScans')) return null;
    switch (keysOf(body)) {
      case 'barcodeString':
        return null;
      case 'barcode':
        return answering({ failedBarcodes: [{ barcode: '', reason: 'Ticket id not found.' }] });
      default:
        return { type: 'answer', status: 400, body: '' };
    }
  };
  await goUp();
  expect(uploadsOf(code)).toMatchObject([{ state: 'recorded' }]);
});

test('a server that takes neither form waits to be mended, and is not hurried', async () => {
  const door = await openDoor();
  const { letIn, online, uploader, proxy, clock, settled, whenPending, batches } = door;
  letIn(1);
  proxy.fault = ({ path }) =>
    path.endsWith('/syncScans') ? { type: 'answer', status: 400, body: '' } : null;
  await online();
  uploader.wake();
  await settled();
  await clock.advance(4_000);
  expect(batches(), 'once under each key').toEqual(Array(3).fill(1));
  proxy.fault = () => null;
  await clock.advance(2_000);
  await whenPending(0);
});

describe('the filter of the performance is kept', () => {
  test.each<[string, Fault]>([
    ...UNNAMED,
    ['a page that it does not find', { type: 'answer', status: 404, body: '<h1>404</h1>' }],
    ['a firewall', { type: 'answer', status: 403, body: '' }],
  ])('after a moment of %s', async (_what, no) => {
    const door = await openDoor();
    const { letIn, online, uploader, proxy, minutesPass } = door;
    letIn(1);
    let moment = 3;
    proxy.fault = ({ path }) => (path.endsWith('/syncScans') && moment-- > 0 ? no : null);
    await online();
    uploader.wake();
    await minutesPass(5);
    expect(uploader.state.pending).toBe(0);
    expect(new Set(filters(door))).toEqual(new Set(['performance']));
  });

  test('for other scans than those that needed the door’s', async () => {
    const door = await openDoor();
    const { admit, proxy, uploader, clock, boxOffice, whenPending, goUp } = door;
    const filter = { clientId: boxOffice.ids.clientId };
    admit({ code: 'X1', filter, platformTime: clock.now() - 2_000 });
    proxy.fault = withoutPerformances(refusal(ERROR.inputMissingRequiredField));
    await goUp();
    const before = filters(door).length;
    proxy.fault = () => null;
    const ticketIds = { ticketId: 502, performanceId: 32 };
    admit({ code: 'X2', filter, ticketIds, platformTime: clock.now() - 1_000 });
    uploader.wake();
    await whenPending(0);
    expect(filters(door).slice(before)).toEqual(['performance']);
  });
});

test('a search for the form goes on while scans join', async () => {
  const door = await openDoor();
  const { admit, proxy, clock, goUp } = door;
  let guests = 0;
  const joins = () => {
    const filter = { clientId: door.boxOffice.ids.clientId };
    admit({ code: `X${(guests += 1)}`, filter, platformTime: clock.now() - 1_000 });
  };
  joins();
  const strict = knowing('barcodeString', { type: 'answer', status: 400, body: '' });
  proxy.fault = (passing) => {
    if (passing.path.endsWith('/syncScans') && guests < 20) joins();
    return strict(passing);
  };
  await goUp();
  expect(forms(door).slice(0, 4)).toEqual([
    'barcode+barcodeString',
    'barcode+barcodeString',
    'barcode',
    'barcodeString',
  ]);
});
