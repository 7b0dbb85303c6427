import { Duplex } from 'node:stream'
import type { PGlite } from '@electric-sql/pglite'

/**
 * A standard `pg` client on an in-process database: the client uses this stream as its socket, and every complete
 * group of protocol messages is passed to PGlite. PGlite's own bridge gets out of sync at the first constraint
 * violation, hence this one (docs/decisions/0034-structure.md).
 */

const TERMINATE = 0x58
/** Query, Sync, Flush, CopyDone, CopyFail: the messages after which the server responds. */
const ENDS_GROUP = new Set([0x51, 0x53, 0x48, 0x63, 0x66])

const message = (kind: string, body: Buffer) => {
  const head = Buffer.alloc(5)
  head.write(kind, 0, 'latin1')
  head.writeInt32BE(body.length + 4, 1)
  return Buffer.concat([head, body])
}

const parameter = (name: string, value: string) => message('S', Buffer.from(`${name}\0${value}\0`))

const greeting = Buffer.concat([
  message('R', Buffer.from([0, 0, 0, 0])),
  parameter('server_version', '18.6'),
  parameter('client_encoding', 'UTF8'),
  parameter('standard_conforming_strings', 'on'),
  parameter('integer_datetimes', 'on'),
  parameter('DateStyle', 'ISO, MDY'),
  message('K', Buffer.from([0, 0, 0, 1, 0, 0, 0, 1])),
  message('Z', Buffer.from('I')),
])

type Step = 'begin' | 'terminate' | Buffer

export class PGliteStream extends Duplex {
  readonly #database: PGlite
  #pending: Buffer = Buffer.alloc(0)
  #greeted = false
  #group: Buffer[] = []

  constructor(database: PGlite) {
    super()
    this.#database = database
  }

  connect(): this {
    process.nextTick(() => this.emit('connect'))
    return this
  }

  setNoDelay(): this {
    return this
  }

  setKeepAlive(): this {
    return this
  }

  setTimeout(): this {
    return this
  }

  ref(): this {
    return this
  }

  unref(): this {
    return this
  }

  override _read(): void {}

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.#pending = this.#pending.length > 0 ? Buffer.concat([this.#pending, chunk]) : chunk
    this.#run(this.#steps()).then(() => done(), done)
  }

  override _final(done: () => void): void {
    this.push(null)
    done()
  }

  #take(length: number): Buffer | null {
    if (this.#pending.length < length) return null
    const taken = this.#pending.subarray(0, length)
    this.#pending = this.#pending.subarray(length)
    return taken
  }

  #steps(): Step[] {
    const steps: Step[] = []
    if (!this.#greeted) {
      if (this.#pending.length < 4 || !this.#take(this.#pending.readInt32BE(0))) return steps
      this.#greeted = true
      steps.push('begin')
    }
    while (this.#pending.length >= 5) {
      const next = this.#take(this.#pending.readInt32BE(1) + 1)
      if (!next) break
      const kind = next[0] ?? 0
      if (kind === TERMINATE) return [...steps, 'terminate']
      this.#group.push(next)
      if (ENDS_GROUP.has(kind)) {
        steps.push(Buffer.concat(this.#group))
        this.#group = []
      }
    }
    return steps
  }

  async #run(steps: Step[]): Promise<void> {
    await this.#database.waitReady
    // One turn of the event loop per batch: otherwise thousands of queries run on microtasks and starve timers.
    await new Promise(setImmediate)
    for (const step of steps) {
      if (step === 'begin') {
        // All connections share PGlite's single session: clear what the previous one left.
        await this.#database.exec('rollback')
        await this.#database.exec('discard all')
        this.push(greeting)
        continue
      }
      if (step === 'terminate') {
        this.push(null)
        this.destroy()
        return
      }
      const answer = await this.#database.execProtocolRaw(step)
      if (answer.length > 0) this.push(Buffer.from(answer))
    }
  }
}
