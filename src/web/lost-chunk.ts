/**
 * A file of this release that is gone because a newer one took its place: the page is loaded anew, once for each lost
 * file. (For lazy screens the router does the same; this also covers their styles.) Without a network nothing is
 * loaded anew, since that would lose what is shown; the screen says that it could not be shown.
 */
export const reloadWhenAFileIsLost = () => {
  addEventListener('vite:preloadError', event => {
    if (!navigator.onLine) return event.preventDefault()
    const lost = `lost ${event.payload.message}`
    if (sessionStorage.getItem(lost) !== null) return
    sessionStorage.setItem(lost, '1')
    location.reload()
  })
}
