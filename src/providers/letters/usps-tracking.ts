/**
 * The postal service's page of a tracking number, null without one. Certified Mail numbers have 20 or 22 digits, 26 with
 * those of the place they go to, with or without spaces between; anything else makes no link.
 */
export const uspsTrackingUrl = (trackingNumber: string | null): string | null => {
  const digits = (trackingNumber ?? '').replaceAll(' ', '')
  return /^\d{20,30}$/.test(digits) ? `https://tools.usps.com/go/TrackConfirmAction?tLabels=${digits}` : null
}
