// Shows /offline.html instead of a page that cannot be fetched. Nothing else is cached or answered here: pages always come from the server.
const CACHE = 'offline-2'
const PAGE = '/offline.html'

addEventListener('install', (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.add(PAGE)))
  skipWaiting()
})

addEventListener('activate', (event) => {
  const cleared = caches.keys().then((names) => Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name))))
  event.waitUntil(Promise.all([cleared, registration.navigationPreload?.enable(), clients.claim()]))
})

addEventListener('fetch', (event) => {
  if (event.request.mode !== 'navigate' || event.request.method !== 'GET') return
  const page = async () => (await event.preloadResponse) ?? (await fetch(event.request))
  event.respondWith(page().catch(async () => (await caches.match(PAGE)) ?? Response.error()))
})
