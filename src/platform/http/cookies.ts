/**
 * Cookie names and flags. Over https they are `__Host-` and Secure; plain http exists on loopback only, where
 * browsers take neither, so the name ends in the port instead: two servers on one machine share no cookie.
 */
export type CookieNaming = { name: (short: string) => string; secure: boolean }

export const createCookieNaming = (publicUrl: URL): CookieNaming =>
  publicUrl.protocol === 'https:'
    ? { name: short => `__Host-${short}`, secure: true }
    : { name: short => `${short}_${publicUrl.port || '80'}`, secure: false }

/**
 * The short names: the access and refresh tokens of the user and of the manager, and the browser by which codes are
 * asked for and its people known again, and the device that a manager is known again on. A manager with a client's account open holds both pairs.
 */
export const cookieNames = {
  access: 'cr_ua',
  refresh: 'cr_ur',
  managerAccess: 'cr_ma',
  managerRefresh: 'cr_mr',
  browser: 'cr_br',
  managerDevice: 'cr_md',
} as const
