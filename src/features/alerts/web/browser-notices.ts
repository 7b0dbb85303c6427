import { ApiError } from '#web/api-error.ts'
import { client } from '#web/client.ts'
import { serviceWorker } from '#web/service-worker.ts'

/** Notices of this browser by its push service. The server knows of them only while somebody is signed in here. */

export const canNotify = (): boolean =>
  'PushManager' in globalThis && 'Notification' in globalThis && 'serviceWorker' in navigator

const save = async (subscription: PushSubscription, isNew: boolean): Promise<boolean> => {
  const { keys } = subscription.toJSON()
  const { on } = await client.alerts.startPush({
    endpoint: subscription.endpoint,
    p256dh: keys?.['p256dh'] ?? '',
    auth: keys?.['auth'] ?? '',
    isNew,
  })
  return on
}

/** Asks the user, in answer to a press, and then has the server notify; `blocked` where the user or the browser does not allow it. */
export const startNotices = async (publicKey: string): Promise<'on' | 'blocked'> => {
  if ((await Notification.requestPermission()) !== 'granted') return 'blocked'
  const worker = await serviceWorker()
  if (worker === null) return 'blocked'
  await navigator.serviceWorker.ready
  const subscription = await worker.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: publicKey,
  })
  await save(subscription, true)
  return 'on'
}

const currentSubscription = async (): Promise<PushSubscription | null> =>
  (canNotify() && (await (await serviceWorker())?.pushManager.getSubscription())) || null

export const stopNotices = async (): Promise<void> => {
  await client.alerts.stopPush()
  await (await currentSubscription())?.unsubscribe()
}

/** Runs the service worker, and goes on with the notices of the session before; those of another user end. */
export const renewNotices = async (): Promise<void> => {
  const subscription = await (canNotify() ? currentSubscription() : serviceWorker().then(() => null))
  if (subscription === null) return
  try {
    if (!(await save(subscription, false))) await subscription.unsubscribe()
  } catch (error) {
    // The next visit tries again; until then the server notifies as before.
    if (!(error instanceof ApiError)) throw error
  }
}
