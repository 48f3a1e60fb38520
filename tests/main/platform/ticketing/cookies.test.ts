import { describe, expect, test } from 'vitest';
import { textOf } from '#main/platform/ticketing/body.ts';
import { withCookies } from '#main/platform/ticketing/cookies.ts';
import { openHttp } from './support/client.ts';
import { serve } from './support/serve.ts';

const request = {
  method: 'GET',
  headers: {},
  signal: new AbortController().signal,
  redirect: 'manual',
} as const;

/** A platform that sets the next of these cookies with each answer, and what it was sent. */
async function openPlatform(...answers: readonly (readonly string[])[]) {
  const sent: (string | undefined)[] = [];
  const baseUrl = await serve(({ headers }, response) => {
    response.writeHead(200, { 'set-cookie': [...(answers[sent.length] ?? [])] }).end();
    sent.push(headers.cookie);
  });
  const { fetch, logger } = openHttp();
  const cookies = withCookies(fetch, baseUrl);
  const ask = async (path = '/public') => {
    await textOf(await cookies.fetch(baseUrl + path, request), 0);
    return sent.at(-1);
  };
  return { baseUrl, cookies, fetch, logger, ask };
}

describe('the cookies of a load balancer', () => {
  test('go back to it, each with its newest value', async () => {
    const { ask } = await openPlatform(
      ['AWSALB=one==; Path=/; Expires=Fri, 31 Dec 2100 23:59:59 GMT', 'node=a; HttpOnly'],
      ['AWSALB=two; Path=/'],
    );
    expect(await ask()).toBeUndefined();
    expect(await ask()).toBe('AWSALB=one==; node=a');
    expect(await ask()).toBe('node=a; AWSALB=two');
  });

  test('are dropped when it says so', async () => {
    const { ask } = await openPlatform(
      ['a=1', 'b=1', 'c=1'],
      ['a=; Max-Age=0', 'b=x; Expires=Thu, 01 Jan 1970 00:00:00 GMT', 'c=2; Max-Age=-1; Path=/'],
    );
    await ask();
    expect(await ask()).toBe('a=1; b=1; c=1');
    expect(await ask()).toBeUndefined();
  });

  test('go only where their path leads', async () => {
    const { ask } = await openPlatform(['a=1; Path=/public', 'b=1; Path=/pub']);
    await ask();
    expect(await ask('/public/scanning')).toBe('a=1');
    expect(await ask('/pub')).toBe('b=1');
    expect(await ask('/other')).toBeUndefined();
  });

  test.each([
    ['for another host', 'a=1; Domain=example.org'],
    ['for encrypted connections', 'a=1; Secure'],
    ['without a name', '=1'],
    ['that is no pair', 'a'],
    ['with a blank in it', 'a=1 2'],
    ['that is too long', `a=${'x'.repeat(1024)}`],
  ])('are not kept %s', async (_what, cookie) => {
    const { ask } = await openPlatform([cookie]);
    await ask();
    expect(await ask()).toBeUndefined();
  });

  test('are ten at most, the newest', async () => {
    const { ask } = await openPlatform(Array.from({ length: 100 }, (_, index) => `c${index}=1`));
    await ask();
    const kept = (await ask())?.split('; ');
    expect(kept).toHaveLength(10);
    expect(kept?.at(-1)).toBe('c99=1');
  });

  test('go to no other origin, and into no log', async () => {
    const { ask, cookies, logger } = await openPlatform(['secret-of-the-balancer=1']);
    await ask();
    let sent: unknown = 'nothing came';
    const other = await serve(({ headers }, response) => {
      sent = headers.cookie;
      response.end();
    });
    await textOf(await cookies.fetch(other, request), 0);
    expect(sent).toBeUndefined();
    expect(logger.lines.join()).not.toContain('secret-of-the-balancer');
  });

  test('are gone once cleared, also those of an answer under way', async () => {
    const { cookies, ask } = await openPlatform(['a=1'], ['b=1']);
    await ask();
    const late = ask();
    cookies.clear();
    expect(await late).toBe('a=1');
    expect(await ask()).toBeUndefined();
  });
});
