import { z } from 'zod'

/** Where a process spends its processor time, by V8's own profiler over its inspector (`NODE_OPTIONS=--inspect=...`). */

const Profile = z.object({
  nodes: z.array(
    z.object({
      id: z.number(),
      callFrame: z.object({ functionName: z.string(), url: z.string() }),
      children: z.array(z.number()).optional(),
    }),
  ),
  samples: z.array(z.number()),
  timeDeltas: z.array(z.number()),
})

/** A function as the profiler names it. */
export type Frame = { name: string; file: string }

export type CpuProfile = {
  /** Milliseconds in which it did anything. */
  busyMs: number
  /** The share of those within functions of a kind, whatever they called. */
  within: (isOne: (frame: Frame) => boolean) => number
  /** What itself took most, with its share. */
  dearest: (most: number) => readonly { frame: Frame; share: number }[]
}

const Target = z.array(z.object({ webSocketDebuggerUrl: z.string() }))
const Reply = z.object({ id: z.number(), result: z.unknown() })

const IDLE = '(idle)'

const read = ({ nodes, samples, timeDeltas }: z.output<typeof Profile>): CpuProfile => {
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map(child => [child, id])))
  const frames = new Map(
    nodes.map(({ id, callFrame: { functionName, url } }) => [
      id,
      {
        name: functionName || '(anonymous)',
        file: url.replace(/^file:\/\/.*?\/(src|node_modules)\//, '$1/'),
      },
    ]),
  )
  const self = new Map<number, number>()
  samples.forEach((id, at) => {
    if (frames.get(id)?.name !== IDLE) self.set(id, (self.get(id) ?? 0) + (timeDeltas[at] ?? 0))
  })
  const busy = [...self.values()].reduce((sum, time) => sum + time, 0)
  const reaches = (id: number, isOne: (frame: Frame) => boolean): boolean => {
    for (let at: number | undefined = id; at !== undefined; at = parents.get(at)) {
      const frame = frames.get(at)
      if (frame && isOne(frame)) return true
    }
    return false
  }
  return {
    busyMs: busy / 1_000,
    within: isOne => {
      const inside = [...self].filter(([id]) => reaches(id, isOne))
      return inside.reduce((sum, [, time]) => sum + time, 0) / busy
    },
    dearest: most => {
      const byFrame = new Map<string, { frame: Frame; share: number }>()
      for (const [id, time] of self) {
        const frame = frames.get(id)
        if (!frame) continue
        const key = `${frame.name} ${frame.file}`
        const known = byFrame.get(key) ?? { frame, share: 0 }
        known.share += time / busy
        byFrame.set(key, known)
      }
      return [...byFrame.values()].toSorted((a, b) => b.share - a.share).slice(0, most)
    },
  }
}

/** Profiles the process whose inspector listens at a port while an act goes on. */
export const profiledWhile = async (port: number, act: () => Promise<unknown>): Promise<CpuProfile> => {
  const [target] = Target.parse(await (await fetch(`http://127.0.0.1:${port}/json/list`)).json())
  if (!target) throw new Error('there is nothing to profile')
  const socket = new WebSocket(target.webSocketDebuggerUrl)
  const waiting = new Map<number, (result: unknown) => void>()
  socket.addEventListener('message', ({ data }) => {
    const reply = Reply.safeParse(JSON.parse(String(data)))
    if (reply.success) waiting.get(reply.data.id)?.(reply.data.result)
  })
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve)
    socket.addEventListener('error', () => reject(new Error('the inspector does not answer')))
  })
  let asked = 0
  const ask = (method: string) =>
    new Promise<unknown>(resolve => {
      asked += 1
      waiting.set(asked, resolve)
      socket.send(JSON.stringify({ id: asked, method }))
    })
  await ask('Profiler.enable')
  await ask('Profiler.start')
  await act()
  const stopped = z.object({ profile: Profile }).parse(await ask('Profiler.stop'))
  socket.close()
  return read(stopped.profile)
}
