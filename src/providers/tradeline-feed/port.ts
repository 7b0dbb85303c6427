/** Where the list of tradelines comes from. */
export type TradelineFeed = {
  /** A sandbox invents its lines, and asks nobody. */
  sandbox: boolean
  /** The list as its supplier writes it, CSV or JSON. Throws ProviderFailure, whose words are fit for a manager. */
  fetch: (now: Date) => Promise<Uint8Array>
}
