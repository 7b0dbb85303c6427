/** Seconds as a clock shows them: `0:07`, `1:42`, `60:00`. Parts of a second do not count. */
export const formatDuration = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`
