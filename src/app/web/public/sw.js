/// <reference lib="webworker" />
// The service worker: shows an offline page while no server can be reached, and notifications. It caches that page and the
// files it refers to, nothing of the API and no personal data. The server writes the version, so that a new page replaces the
// old one.

/** @type {ServiceWorkerGlobalScope} */
const worker = globalThis
const KEPT = 'offline VERSION'
const PAGE = '/offline.html'
const isOfPage = /^\/(offline\.(css|js)|early\.js|icon\.svg|operator[.-][^/]*)$/

const keepPage = async () => {
  const page = await fetch(PAGE, { cache: 'reload' })
  const named = [...(await page.clone().text()).matchAll(/(?:href|src)="(\/[^"]+)"/g)]
    .map(([, path = '']) => path)
    .filter(path => isOfPage.test(path.replace(/\?.*/, '')))
  const kept = await caches.open(KEPT)
  await kept.addAll(named)
  await kept.put(PAGE, page)
  await worker.skipWaiting()
}

const takeOver = async () => {
  const names = await caches.keys()
  await Promise.all(names.filter(name => name !== KEPT).map(name => caches.delete(name)))
  await worker.clients.claim()
}

/**
 * Always tries the network first; the cache is only for failures.
 * @param {Request} request
 * @param {RequestInfo} kept
 */
const answer = (request, kept) =>
  fetch(request).catch(async failure => {
    const found = await caches.match(kept)
    if (found === undefined) throw failure
    return found
  })

/** Focuses the open page, or opens one. */
const openApp = async () => {
  const [open] = await worker.clients.matchAll({ type: 'window' })
  await (open ? open.focus() : worker.clients.openWindow('/'))
}

worker.addEventListener('install', event => event.waitUntil(keepPage()))
worker.addEventListener('activate', event => event.waitUntil(takeOver()))
worker.addEventListener('fetch', event => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== worker.location.origin || pathname.startsWith('/api/')) return
  if (request.mode === 'navigate') event.respondWith(answer(request, PAGE))
  else if (isOfPage.test(pathname)) event.respondWith(answer(request, request))
})
// A notification is two lines, title and text. All have the same text, so a new one replaces the previous one.
worker.addEventListener('push', event => {
  const [title = '', body] = (event.data?.text() ?? '').split('\n')
  event.waitUntil(worker.registration.showNotification(title, { body, icon: '/icon-192.png', tag: 'news' }))
})
worker.addEventListener('notificationclick', event => {
  event.notification.close()
  event.waitUntil(openApp())
})
