import { arrowAsRead } from '#renderer/i18n/locale.svelte.ts';
import {
  addMonths,
  dayByKey,
  dayOf,
  isEarlier,
  isSameMonth,
  monthOf,
  weeksOf,
} from '#renderer/lib/days.ts';
import type { MonthOfYear } from '#renderer/lib/days.ts';

/** Where somebody is in the calendar: the month shown, the day with the focus, the day opened. */
export class CalendarState {
  readonly #today: string;
  #shown = $state.raw<MonthOfYear>({ year: 1970, month: 1 });
  #focused = $state('');
  #open = $state<string | null>(null);

  /** @param today - `yyyy-MM-dd`; nothing before its month is shown. */
  constructor(today: string) {
    this.#today = today;
    this.#shown = monthOf(today);
    this.#focused = today;
  }

  get shown(): MonthOfYear {
    return this.#shown;
  }

  /** The day to which Tab leads. */
  get focused(): string {
    return this.#focused;
  }

  /** The day whose performances are listed, if one was chosen. */
  get open(): string | null {
    return this.#open;
  }

  /** Whether the month shown is the first that can be. */
  get atStart(): boolean {
    return isSameMonth(this.#shown, monthOf(this.#today));
  }

  openDay(date: string): void {
    this.#focused = date;
    this.#open = date;
  }

  closeDay(): void {
    this.#open = null;
  }

  /** Shows another month; the focus goes to its first day, or to today. */
  showMonth(months: number): void {
    const shown = addMonths(this.#shown, months);
    if (isEarlier(shown, monthOf(this.#today))) return;
    this.#go(shown, isSameMonth(shown, monthOf(this.#today)) ? this.#today : dayOf(shown, 1));
  }

  showToday(): void {
    this.#go(monthOf(this.#today), this.#today);
  }

  /** Moves the focus as a key asks. False: the key is none of the calendar's. */
  key(key: string): boolean {
    const date = dayByKey(this.#focused, arrowAsRead(key));
    if (date === null) return false;
    const inSight = !key.startsWith('Page') && weeksOf(this.#shown).flat().includes(date);
    const shown = inSight ? this.#shown : monthOf(date);
    if (!isEarlier(shown, monthOf(this.#today))) this.#go(shown, date);
    return true;
  }

  #go(shown: MonthOfYear, focused: string): void {
    if (!isSameMonth(shown, this.#shown)) {
      this.#shown = shown;
      this.#open = null;
    }
    this.#focused = focused;
  }
}
