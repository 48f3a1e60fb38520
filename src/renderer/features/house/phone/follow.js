// Runs on the phone, as it is: the page is drawn by the kiosk, and asked for again and again.
(() => {
  const EVERY = 5_000;
  let isAsking = false;

  async function follow() {
    if (isAsking || document.hidden) return;
    isAsking = true;
    try {
      const answer = await fetch(location.href, { cache: 'no-store', credentials: 'omit' });
      // The link has ended: what it showed goes.
      if (answer.status === 404) location.reload();
      if (!answer.ok) throw new Error('no page');
      const drawn = new DOMParser().parseFromString(await answer.text(), 'text/html');
      document.documentElement.lang = drawn.documentElement.lang;
      document.documentElement.dir = drawn.documentElement.dir;
      document.querySelector('main')?.replaceWith(drawn.querySelector('main') ?? '');
    } catch {
      // What stays on the page is old, and says so.
      document.querySelector('main')?.classList.add('old');
    } finally {
      isAsking = false;
    }
  }

  setInterval(follow, EVERY);
  document.addEventListener('visibilitychange', follow);
})();
