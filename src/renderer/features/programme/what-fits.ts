import type { Attachment } from 'svelte/attachments';

/**
 * Counts the items of a list that had no room: its style puts those into a column of their own,
 * out of sight.
 */
export function whatFits(oncount: (outOfSight: number) => void): Attachment<HTMLElement> {
  return (list) => {
    const count = () => {
      const { right } = list.getBoundingClientRect();
      const items = [...list.children];
      oncount(items.filter((item) => item.getBoundingClientRect().left >= right).length);
    };
    const sizes = new ResizeObserver(count);
    const changes = new MutationObserver(count);
    sizes.observe(list);
    changes.observe(list, { childList: true, subtree: true, characterData: true });
    return () => {
      sizes.disconnect();
      changes.disconnect();
    };
  };
}
