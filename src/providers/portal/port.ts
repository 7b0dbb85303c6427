/** A link into the portal, and a sentence to show beside it where there is something to say. */
type PortalLink = { link: string; message?: string }

/** The identity check and alerts of a credit monitoring company, on its own pages. */
export type Portal = {
  /** A sandbox sends people to a page of ours that pretends to be the company's. */
  sandbox: boolean
  /**
   * A link that lets one person in for fifteen minutes. It is made for the click that follows and is never stored or
   * logged. `userId` is the opaque id: a link carries no phone and no address. Not to be called inside a transaction.
   */
  linkFor: (asked: { userId: string; now: Date }) => Promise<PortalLink>
}

/** Where the sandbox gets its single-use tickets. */
export type Tickets = { issue: (asked: { userId: string; now: Date }) => Promise<string> }

/** How long a link lets somebody in. */
export const LINK_MINUTES = 15
