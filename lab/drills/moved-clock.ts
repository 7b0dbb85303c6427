/**
 * Loaded before a server (`node --import`), never a part of it: moves the clock of that process by `MOVED_BY_MS` from the
 * start with `MOVED_AT=start`, else when it is sent SIGUSR2. What counts intervals (`performance`, timers) goes on, as it
 * does when somebody sets a machine's clock.
 */

const by = Number(process.env.MOVED_BY_MS)
let moved = process.env.MOVED_AT === 'start' ? by : 0

globalThis.Date = new Proxy(Date, {
  construct: (real, given: [] | [number]) =>
    given.length === 0 ? new real(real.now() + moved) : Reflect.construct(real, given),
  get: (real, name) => {
    const own: unknown = Reflect.get(real, name)
    return name === 'now' ? () => real.now() + moved : own
  },
})

process.on('SIGUSR2', () => {
  moved = by
  process.stderr.write('the clock was moved\n')
})
