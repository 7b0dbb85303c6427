/** A link into the portal, with an optional message to show next to it. */
type PortalLink = { link: string; message?: string }

/** The identity check and alerts of a credit monitoring company, on its own pages. */
export type Portal = {
  /** A sandbox links to our own page that simulates the company's. */
  sandbox: boolean
  /**
   * A link that lets one user in for fifteen minutes. It is created for the click that follows and is never stored or logged.
   * `userId` is the opaque id: a link contains no phone number or address. Must not be called inside a transaction.
   */
  linkFor: (asked: { userId: string; now: Date }) => Promise<PortalLink>
}

/** Where the sandbox gets its single-use tickets. */
export type Tickets = { issue: (asked: { userId: string; now: Date }) => Promise<string> }

/** How long a link is valid. */
export const LINK_MINUTES = 15
