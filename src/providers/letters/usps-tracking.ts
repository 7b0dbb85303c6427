/**
 * The postal service's tracking page. Certified Mail numbers have 20 or 22 digits, 26 with the destination's;
 * anything else gives no link.
 */
export const uspsTrackingUrl = (trackingNumber: string | null): string | null => {
  const digits = (trackingNumber ?? '').replaceAll(' ', '')
  return /^\d{20,30}$/.test(digits) ? `https://tools.usps.com/go/TrackConfirmAction?tLabels=${digits}` : null
}
