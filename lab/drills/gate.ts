import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

/** A gate before a provider on loopback: open, or as the network is when a provider is away. */
export type Gate = {
  url: (protocol: string) => string
  /** Connections that stand are cut off by a change. */
  set: (mode: Mode) => void
  close: () => void
}

/** Through; taken and never answered; reset at once. */
export type Mode = 'open' | 'hangs' | 'refuses'

/** Opens one before an address. */
export const openGate = async (address: URL): Promise<Gate> => {
  let mode: Mode = 'open'
  const sockets = new Set<Socket>()
  const keep = (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => socket.destroy())
    socket.on('close', () => sockets.delete(socket))
  }
  const server = createServer(caller => {
    keep(caller)
    if (mode === 'refuses') caller.resetAndDestroy()
    if (mode !== 'open') return
    const provider = connect(Number(address.port), address.hostname)
    keep(provider)
    caller.pipe(provider).pipe(caller)
    caller.on('close', () => provider.destroy())
    provider.on('close', () => caller.destroy())
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const own = server.address()
  if (own === null || typeof own === 'string') throw new Error('the gate has no port')
  const cutOff = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    url: protocol => `${protocol}://127.0.0.1:${own.port}`,
    set: next => {
      mode = next
      cutOff()
    },
    close: () => {
      cutOff()
      server.close()
    },
  }
}
