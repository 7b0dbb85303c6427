/** `0:07`, `1:42`, `60:00`; rounded down to seconds. */
export const formatDuration = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`
