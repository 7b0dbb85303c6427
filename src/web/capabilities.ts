import type { Capability } from '#values/capabilities.ts'

/** Whether this server offers it. The page of the development server has what a server without settings offers. */
export const isOffered = (capability: Capability): boolean =>
  !document.documentElement.dataset['missing']?.split(' ').includes(capability)
