import { Transform, type TransformCallback } from 'node:stream';

/** The highest bit of each byte of a length says that another one follows (MQTT 3.1.1, 2.2.3). */
const MORE = 0x80;
/** The type of a packet, and where PUBLISH has its QoS (MQTT 3.1.1, 3.3.1). */
const TYPE = 0xf0;
const PUBLISH = 0x30;
const QOS = 0x06;

/** The first packet of a client (MQTT 3.1.1, 3.1). */
const CONNECT = 0x10;
/** The most bytes of a CONNECT: that of a door has a few dozen. */
const LARGEST_CONNECT = 4_096;

/** How far a client has got with its password at a broker. */
type Stage = 'before-connect' | 'authenticating' | 'open';

/**
 * Passes MQTT's packets on, except those that doors never send: too large, or published with a QoS above 0, which
 * the receiver would have to keep. No byte of these is kept, so that nobody who may publish at the broker can fill
 * this machine's memory. In front of a broker only one short CONNECT passes until {@link open} is called.
 */
export class PacketLimit extends Transform {
  readonly #largest: number;
  readonly #onDropped: () => void;
  #stage: Stage;
  /** The packet's type and length, until they are whole. */
  #header: number[] = [];
  /** How many bytes of the packet are still to come, and whether they are dropped. */
  #left = 0;
  #drops = false;

  /**
   * @param largest bytes of a packet, without its header
   * @param isClosed whether it stands in front of a broker, and only a CONNECT passes until {@link open}
   */
  constructor(largest: number, onDropped: () => void, isClosed = false) {
    super();
    this.#stage = isClosed ? 'before-connect' : 'open';
    this.#largest = largest;
    this.#onDropped = onDropped;
  }

  /** The client has shown that it is a door: all packets of doors pass. */
  open(): void {
    this.#stage = 'open';
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    for (let at = 0; at < chunk.length;) {
      if (this.#left === 0) {
        this.#take(chunk[at] ?? 0);
        at += 1;
      } else {
        const body = chunk.subarray(at, at + this.#left);
        if (!this.#drops) this.push(body);
        this.#left -= body.length;
        at += body.length;
      }
    }
    done();
  }

  /** Takes a byte of the header; passes the header on when it is whole. */
  #take(byte: number): void {
    this.#header.push(byte);
    const isWhole = this.#header.length > 1 && (byte & MORE) === 0;
    // A length of more than four bytes is no MQTT: what parses it will say so.
    if (!isWhole && this.#header.length < 5) return;
    const [type = 0, ...digits] = this.#header;
    this.#left = digits.reduce((sum, digit, at) => sum + (digit & ~MORE) * 128 ** at, 0);
    this.#drops = !this.#isTaken(type);
    if (this.#drops) this.#onDropped();
    else this.push(Buffer.from(this.#header));
    this.#header = [];
  }

  #isTaken(type: number): boolean {
    if (this.#stage === 'open') {
      const isKept = (type & TYPE) === PUBLISH && (type & QOS) !== 0;
      return !isKept && this.#left <= this.#largest;
    }
    const isFirst = this.#stage === 'before-connect';
    this.#stage = 'authenticating';
    return isFirst && (type & TYPE) === CONNECT && this.#left <= LARGEST_CONNECT;
  }
}
