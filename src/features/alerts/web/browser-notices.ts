import { ApiError } from '#web/api-error.ts'
import { client } from '#web/client.ts'
import { serviceWorker } from '#web/service-worker.ts'

/** Push notifications of this browser. The server knows the subscription only while a user is signed in here. */

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

/**
 * Requests the permission, in response to a click, and subscribes; `blocked` if the user or the browser does not allow
 * it.
 */
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

/** Starts the service worker and continues the notifications of the previous session; those of another user end. */
export const renewNotices = async (): Promise<void> => {
  const subscription = await (canNotify() ? currentSubscription() : serviceWorker().then(() => null))
  if (subscription === null) return
  try {
    if (!(await save(subscription, false))) await subscription.unsubscribe()
  } catch (error) {
    // The next visit tries again; until then nothing changes on the server.
    if (!(error instanceof ApiError)) throw error
  }
}
