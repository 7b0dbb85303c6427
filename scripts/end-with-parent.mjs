/** Loaded before the server: stops it gracefully when its parent process has died. */
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
process.channel?.unref()
