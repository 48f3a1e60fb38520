import { expect, onTestFinished, test } from 'vitest';
import { buffer } from 'node:stream/consumers';
import { startBoxOffice } from '#box-office/server.ts';
import { serve } from '#tests/main/platform/ticketing/support/serve.ts';
import { passwordOf, USER } from '#tests/box-office/support.ts';
import { eventually } from '#tests/support/eventually.ts';
import { callsOf, newKiosk } from '#tests/support/new-kiosk.ts';
import { RecordingLogger } from '#tests/support/recording-logger.ts';

/** A load balancer in front of a box office; each node knows only the tokens that it gave out itself. */
async function openBalancer() {
  const boxOffice = await startBoxOffice({ tickets: 200 });
  onTestFinished(() => boxOffice.close());
  const asked: { path: string; cookie: string | undefined }[] = [];
  let nodes = 0;
  const baseUrl = await serve((request, response) => {
    void forward();

    async function forward(): Promise<void> {
      const { url = '', method = 'GET', headers } = request;
      const { authorization, cookie, 'content-type': type } = headers;
      const body = await buffer(request);
      const path = url.split('?')[0] ?? '';
      asked.push({ path, cookie });
      const isLost = authorization !== undefined && cookie === undefined;
      const answer = await fetch(boxOffice.baseUrl + url, {
        method,
        headers: {
          ...(authorization !== undefined && !isLost && { authorization }),
          ...(type !== undefined && { 'content-type': type }),
          ...(headers['clientid'] !== undefined && { clientId: String(headers['clientid']) }),
        },
        ...(method === 'POST' && { body: Uint8Array.from(body) }),
      });
      const content = Buffer.from(await answer.arrayBuffer());
      const sets = cookie === undefined && path.endsWith('/authenticate');
      response
        .writeHead(answer.status, {
          'content-type': answer.headers.get('content-type') ?? 'application/json',
          ...(sets && { 'set-cookie': `node=node-${(nodes += 1)}; Path=/; HttpOnly` }),
        })
        .end(content);
    }
  });
  const cookiesOf = (endpoint: string) =>
    asked.filter(({ path }) => path.endsWith(`/${endpoint}`)).map(({ cookie }) => cookie);
  return { baseUrl, asked, cookiesOf };
}

test('a session stays at its node of a load balancer, and the next starts without cookies', async () => {
  const { baseUrl, asked, cookiesOf } = await openBalancer();
  const logger = new RecordingLogger();
  const { kiosk } = newKiosk({ baseUrl }, { logger });
  onTestFinished(() => kiosk.stop());
  await kiosk.start();
  const call = callsOf(kiosk);
  const signIn = async () => {
    const credentials = { username: USER.door, password: passwordOf(USER.door) };
    expect(await call('signIn', credentials)).toMatchObject({ ok: true });
  };

  await signIn();
  await eventually(() => expect(cookiesOf('filterOptions')).toEqual(['node=node-1']));
  expect(kiosk.state().session.current.status).toBe('signed-in');
  await call('signOut', null);
  expect(cookiesOf('invalidateToken')).toEqual(['node=node-1']);

  const before = asked.length;
  await signIn();
  expect(cookiesOf('authenticate')).toEqual([undefined, undefined]);
  await eventually(() => expect(cookiesOf('filterOptions')).toHaveLength(2));
  expect(asked.slice(before).map(({ cookie }) => cookie)).not.toContain('node=node-1');
  expect(kiosk.state().session.current.status).toBe('signed-in');
  expect(logger.lines.join()).not.toContain('node-1');
});
