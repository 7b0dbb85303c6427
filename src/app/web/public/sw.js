// The service worker: shows a page of its own while no server can be reached, and notifications. It keeps that page and the
// files it names, nothing of the API and nothing of a person. The server writes the version, so that a new page replaces the old.
const KEPT = 'offline VERSION'
const PAGE = '/offline.html'
const isOfPage = /^\/(offline\.(css|js)|theme\.js|icon\.svg|operator[.-][^/]*)$/

const keepPage = async () => {
  const page = await fetch(PAGE, { cache: 'reload' })
  const named = [...(await page.clone().text()).matchAll(/(?:href|src)="(\/[^"]+)"/g)]
    .map(([, path]) => path)
    .filter(path => isOfPage.test(path.replace(/\?.*/, '')))
  const kept = await caches.open(KEPT)
  await kept.addAll(named)
  await kept.put(PAGE, page)
  await self.skipWaiting()
}

const takeOver = async () => {
  const names = await caches.keys()
  await Promise.all(names.filter(name => name !== KEPT).map(name => caches.delete(name)))
  await self.clients.claim()
}

/** The network first, always: what is kept is for when it fails. */
const answer = (request, kept) =>
  fetch(request).catch(async failure => {
    const found = await caches.match(kept)
    if (found === undefined) throw failure
    return found
  })

self.addEventListener('install', event => event.waitUntil(keepPage()))
self.addEventListener('activate', event => event.waitUntil(takeOver()))
self.addEventListener('fetch', event => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== self.location.origin || pathname.startsWith('/api/')) return
  if (request.mode === 'navigate') event.respondWith(answer(request, PAGE))
  else if (isOfPage.test(pathname)) event.respondWith(answer(request, request))
})
