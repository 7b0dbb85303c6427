import { v7 } from 'uuid'

/** A new id: a bare UUIDv7, so that rows sort by creation time. */
export const newId = (): string => v7()
