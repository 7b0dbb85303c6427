// Opens the page that was asked for once the server can be reached.
const tryAgain = () => {
  void fetch('/', { method: 'HEAD', cache: 'no-store' }).then(
    ({ ok }) => ok && location.reload(),
    () => undefined,
  )
}
addEventListener('online', tryAgain)
setInterval(tryAgain, 10_000)
