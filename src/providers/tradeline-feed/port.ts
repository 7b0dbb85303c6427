/** The source of the list of tradelines. */
export type TradelineFeed = {
  /** A sandbox invents its lines and makes no external calls. */
  sandbox: boolean
  /** The supplier's list, CSV or JSON. Throws ProviderFailure, whose message can be shown to a manager. */
  fetch: (now: Date) => Promise<Uint8Array>
}
