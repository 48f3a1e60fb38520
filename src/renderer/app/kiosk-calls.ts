import type { KioskApi } from '#shared/ipc/kiosk-api.ts';
import type { HistoryFilter } from '#shared/model/history.ts';
import type { SerialSetting } from '#shared/model/scanner.ts';
import type { Language, SettingsChange } from '#shared/model/settings.ts';
import type { Result } from '#shared/result.ts';
import type { Rhythm } from '#shared/wedge/rhythm.ts';
import type { WedgeSettings } from '#shared/wedge/settings.ts';
import { answered } from '#renderer/lib/answered.ts';
import { LockGate } from '#renderer/features/lock/lock-gate.svelte.ts';

/** What the screens ask of the kiosk. Where it takes the PIN, the call waits for whoever enters it. */
export class KioskCalls {
  protected readonly api: KioskApi;
  protected readonly gate = new LockGate();

  constructor(api: KioskApi) {
    this.api = api;
  }

  /** From now on tickets are only looked up, or are spent again. */
  lookUpOnly(on: boolean) {
    return answered(this.api.lookUpOnly({ on }));
  }

  /** Looks at the kiosk's surroundings, and asks the platform for a sign of life: now. */
  checkHealth() {
    return answered(this.api.checkHealth(null));
  }

  /** The numbers of the last hours at this door. */
  askStatistics(hours: number) {
    return answered(this.api.statistics({ hours }));
  }

  missScan(reason: 'too-long' | 'garbled') {
    return answered(this.api.missScan({ reason }));
  }

  keepRhythms(rhythms: readonly Rhythm[]) {
    return answered(this.api.keepRhythms({ rhythms }));
  }

  useWedge(wedge: WedgeSettings) {
    return this.behindPin(() => this.api.useWedge({ wedge }));
  }

  serialPorts() {
    return answered(this.api.serialPorts(null));
  }

  useSerial(serial: readonly SerialSetting[]) {
    return this.behindPin(() => this.api.useSerial({ serial }));
  }

  /** A scanner that is gone is not expected back. */
  forgetScanner(id: string) {
    return this.behindPin(() => this.api.forgetScanner({ id }));
  }

  useServer(address: string) {
    return this.behindPin(() => this.api.useServer({ address }));
  }

  filterOptions() {
    return answered(this.api.filterOptions(null));
  }

  lastOffered() {
    return answered(this.api.lastOffered(null));
  }

  refreshTickets() {
    return answered(this.api.refreshTickets(null));
  }

  /** What the door may be open for within the next day, and whether the kiosk could decide alone then. */
  nextPerformances() {
    return answered(this.api.nextPerformances(null));
  }

  /** A page of what the platform does not accept; null: the newest. */
  askDiscrepancies(before: number | null) {
    return answered(this.api.discrepancies({ before }));
  }

  acknowledgeDiscrepancies(ids: readonly string[]) {
    return this.behindPin(() => this.api.acknowledgeDiscrepancies({ ids: [...ids] }));
  }

  /** Sends scans again that the platform has refused. */
  sendScansAgain(ids: readonly string[]) {
    return this.behindPin(() => this.api.sendScansAgain({ ids: [...ids] }));
  }

  /** Writes all that the platform does not accept to a file, acknowledged or not. */
  exportDiscrepancies() {
    return this.behindPin(() => this.api.exportDiscrepancies(null));
  }

  /** A page of the scans of the past; null: the newest. */
  askHistory(filter: HistoryFilter, before: number | null) {
    return answered(this.api.history({ filter, before }));
  }

  exportHistory(filter: HistoryFilter) {
    return this.behindPin(() => this.api.exportHistory({ filter }));
  }

  /** Looks for tickets in the kiosk's snapshot by what people know of them. */
  findTickets(query: string) {
    return answered(this.api.findTickets({ query }));
  }

  /** Switches to a rehearsal, or back to the door. */
  rehearse(on: boolean) {
    return this.behindPin(() => this.api.rehearse({ on }));
  }

  /** Writes a file for whoever helps. */
  saveSupportBundle() {
    return this.behindPin(() => this.api.saveSupportBundle(null));
  }

  /** Looks for a newer version now. */
  lookForUpdate() {
    return this.behindPin(() => this.api.lookForUpdate(null));
  }

  /** Ends the kiosk, and starts the newer version that is ready. */
  installUpdate() {
    return this.behindPin(() => this.api.installUpdate(null));
  }

  mendLedger() {
    return answered(this.api.mendLedger(null));
  }

  unlock(pin: string) {
    return answered(this.api.unlock({ pin }));
  }

  /** Asks for the PIN again from now on. */
  lock() {
    return answered(this.api.lock(null));
  }

  /** Sets the PIN; null takes it away. */
  setPin(pin: string | null) {
    return this.behindPin(() => this.api.setPin({ pin }));
  }

  /** A new PIN for whoever has forgotten theirs. */
  resetPin(username: string, password: string, pin: string) {
    return answered(this.api.resetPin({ username, password, pin }));
  }

  changeSettings(change: SettingsChange) {
    return this.behindPin(() => this.api.changeSettings({ change }));
  }

  /** Speaks another one of the languages that are offered to everybody. */
  setLanguage(language: Language) {
    return answered(this.api.setLanguage({ language }));
  }

  /** Takes a picture, as a data URL, for the venue's logo; null: none. */
  useLogo(image: string | null) {
    return this.behindPin(() => this.api.useLogo({ image }));
  }

  /** Asks for what may be behind the PIN: once whoever is there has entered it, it is done. */
  protected async behindPin<A extends Result<unknown, { readonly type: string }>>(
    call: () => Promise<A>,
  ) {
    for (;;) {
      const answer = await answered(call());
      if (answer.ok || answer.error.type !== 'locked') return answer;
      if (!(await this.gate.opened())) return answer;
    }
  }
}
