/**
 * A file of this release that is gone because a newer one took its place: the page is loaded anew, once for each lost
 * file. (For lazy screens the router does the same; this also covers their styles.)
 */
export const reloadWhenAFileIsLost = () => {
  addEventListener('vite:preloadError', event => {
    const lost = `lost ${event.payload.message}`
    if (sessionStorage.getItem(lost) !== null) return
    sessionStorage.setItem(lost, '1')
    location.reload()
  })
}
