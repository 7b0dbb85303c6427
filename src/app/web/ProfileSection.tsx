import { ProfileScreen } from '#features/account/web/ProfileScreen.tsx'
import { NoticesCard } from '#features/alerts/web/NoticesCard.tsx'

export { loadParts } from '#features/account/web/ProfileScreen.tsx'

/** Profile, with the settings of a higher feature. */
export const ProfileSection = () => <ProfileScreen notices={<NoticesCard />} />
