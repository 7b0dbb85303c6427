import { Link } from '@tanstack/react-router'
import { Brand } from '#web/Brand.tsx'
import { type Section, sections } from '#web/sections.ts'
import { Icon } from '#web/ui/Icon.tsx'
import * as shellStyles from './Shell.module.css'

type SectionLinksProps = { label: string; className?: string; current: Section | undefined }

/** The sections as links; the current one is marked. */
const SectionLinks = ({ label, className, current }: SectionLinksProps) => (
  <nav className={className} aria-label={label}>
    <ul>
      {sections.map(section => (
        <li key={section.name}>
          <Link
            to={section.to}
            params={section.params}
            data-tip={section.name}
            aria-current={section === current ? 'page' : undefined}
          >
            <Icon name={section.icon} />
            <span>{section.name}</span>
          </Link>
        </li>
      ))}
    </ul>
  </nav>
)

type SidebarProps = {
  current: Section | undefined
  collapsed: boolean
  onCollapse: () => void
  /** The impersonating manager. */
  managerName: string | undefined
}

/** The sidebar of wide windows. */
export const Sidebar = ({ current, collapsed, onCollapse, managerName }: SidebarProps) => (
  <aside className={shellStyles.sidebar} id="side" aria-label="Menu">
    <div className={shellStyles.sidebarTop}>
      <Brand />
      <SectionLinks label="Sections" current={current} />
    </div>
    <div className={shellStyles.sidebarFoot}>
      {managerName && (
        <div className={shellStyles.manager}>
          <Icon name="users" />
          <span>
            {managerName}
            <small>has this account open</small>
          </span>
        </div>
      )}
      <button
        className={shellStyles.collapseButton}
        type="button"
        aria-expanded={!collapsed}
        aria-controls="side"
        onClick={onCollapse}
      >
        <Icon name="side" />
        <span>Collapse menu</span>
      </button>
    </div>
  </aside>
)

/** The bar at the bottom of phones. */
export const BottomBar = ({ current }: { current: Section | undefined }) => (
  <SectionLinks className={shellStyles.bottomBar} label="Sections, bottom" current={current} />
)
