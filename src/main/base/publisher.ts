/**
 * Publishes events to its subscribers, in the order in which they subscribed. What one of them throws keeps no
 * other from the event, nor the publisher from its work.
 */
export class Publisher<Event> {
  readonly #onError: (error: unknown) => void;
  readonly #subscribers: ((event: Event) => void)[] = [];

  constructor(onError: (error: unknown) => void) {
    this.#onError = onError;
  }

  subscribe(subscriber: (event: Event) => void): void {
    this.#subscribers.push(subscriber);
  }

  publish(event: Event): void {
    for (const subscriber of this.#subscribers) {
      try {
        subscriber(event);
      } catch (error) {
        this.#onError(error);
      }
    }
  }
}
