import { t } from '#console/texts.ts'
import type { AnnouncementState, Audience, AudienceKind, ListedAnnouncement } from '#contract/console/announcement.ts'

const looks: Record<AnnouncementState, string> = {
  preparing: 'badge-active',
  scheduled: 'badge-active',
  sending: 'badge-active',
  sent: 'badge-approved',
  recalled: '',
}

export const AnnouncementBadge = ({ state }: { state: AnnouncementState }) => (
  <span class={`badge ${looks[state]}`}>{t(`announcements.state.${state}`)}</span>
)

const ofRounds = ['round-teams', 'round-placed', 'round-unplaced'] as const
export const isOfRound = (kind: AudienceKind): kind is (typeof ofRounds)[number] => ofRounds.some((one) => one === kind)

export const audienceName = (kind: AudienceKind): string => t(`announcements.to.${kind}`)

/** "text · without a project" */
export function filterText({ teams = {}, people = {} }: Pick<Audience, 'teams' | 'people'>): string {
  const parts = [
    teams.text && t('quoted', { text: teams.text }),
    teams.work && t(`teams.work.${teams.work}`),
    teams.formedBy && t(`formation.formedBy.${teams.formedBy}`),
    teams.mine && t('responsible.mine'),
    people.text && t('quoted', { text: people.text }),
    people.access && (people.access === 'staff' ? t('announcements.staff') : t(`access.${people.access}`)),
    people.group,
    people.state && t(`people.state.${people.state}`),
  ]
  return parts.filter(Boolean).join(' · ') || t('announcements.filter.none')
}

/** "Teams that applied for “Museum guide”" */
export function AudienceText({ audience }: Pick<ListedAnnouncement, 'audience'>) {
  const { kind, project, round } = audience
  const name =
    project && (kind === 'applicants' || kind === 'project-teams')
      ? t(`announcements.in.${kind}`, { project: project.name })
      : round && isOfRound(kind)
        ? t(`announcements.in.${kind}`, { round: round.name })
        : audienceName(kind)
  const isList = kind === 'team-list' || kind === 'person-list'
  return (
    <>
      {name}
      {isList && <small class="soft"> {filterText(audience)}</small>}
    </>
  )
}
