/** How the demonstration's tickets are shown beside the open door. */
export class DemoTicketsShown {
  #isOn = $state(false);
  #linearCodes = $state(false);

  get isOn(): boolean {
    return this.#isOn;
  }

  /** They are drawn for scanners that read nothing but lines. */
  get linearCodes(): boolean {
    return this.#linearCodes;
  }

  show(on: boolean): void {
    this.#isOn = on;
  }

  toggleLinearCodes(): void {
    this.#linearCodes = !this.#linearCodes;
  }
}
