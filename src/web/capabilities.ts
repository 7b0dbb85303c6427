import type { Capability } from '#values/capabilities.ts'

/** The server writes what is missing into the page; the development server lists what a server without settings lacks. */
const missing = globalThis.document?.documentElement.dataset['missing']?.split(' ') ?? []

/** Whether this server offers it. */
export const isOffered = (capability: Capability): boolean => !missing.includes(capability)
