import { ProfileScreen } from '#features/account/web/ProfileScreen.tsx'
import { NoticesCard } from '#features/alerts/web/NoticesCard.tsx'

/** Profile, with the choices that a later feature has in it. */
export const ProfileSection = () => <ProfileScreen notices={<NoticesCard />} />
