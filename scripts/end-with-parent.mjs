/** Loaded before the server: stops it in good order when the process that started it is gone without a word. */
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
process.channel?.unref()
