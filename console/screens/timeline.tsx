import { ChoiceField } from '#console/parts/field/choice-field.tsx'
import { PageProblem } from '#console/parts/problem.tsx'
import { useQueryParams } from '#console/parts/query-params.ts'
import { t } from '#console/texts.ts'
import { getSchedule, type Schedule, type ScheduledProject } from '#contract/console/schedule.ts'
import { readDay, writeDay } from '#rules/time/day.ts'
import { monthStart } from '#rules/time/period.ts'
import { Button } from '#ui/button.tsx'
import { useLast } from '#ui/last.ts'
import { useCall } from '#ui/server/query.ts'
import { Empty, Loading } from '#ui/states.tsx'
import { directoryToday } from '#ui/time/directory-time.ts'
import { Title } from '#ui/title.tsx'
import { Filters, filterKeys, filtersOf, noFilters, Views } from './schedule/filters.tsx'
import { isZoom, monthName, readMonth, ticksOf, writeMonth, type Zoom, zooms } from './schedule/period.ts'
import { percentOf, Row } from './schedule/row.tsx'
import { Steps } from './schedule/steps.tsx'

const sorts = ['start', 'closes', 'name'] as const
const LATE = '9999'

function inOrder(projects: ScheduledProject[], sort: string, today: string): ScheduledProject[] {
  if (sort === 'name') return projects.toSorted((a, b) => a.name.localeCompare(b.name))
  if (sort !== 'closes') return projects
  // Windows that have closed come after those that will.
  const key = ({ enrollment }: ScheduledProject) =>
    enrollment?.to ? (enrollment.to < today ? `${LATE}-${enrollment.to}` : enrollment.to) : `${LATE}9`
  return projects.toSorted((a, b) => key(a).localeCompare(key(b)))
}

function Chart({ schedule, zoom, sort }: { schedule: Schedule; zoom: Zoom; sort: string }) {
  const { from, to, day: today } = schedule
  const ticks = ticksOf(zoom, readDay(from)!, readDay(to)!)
  const at = (day: number, after = 0) => ({ insetInlineStart: `${percentOf(schedule, day, after)}%` })
  return (
    <div class={`timeline is-${zoom}`}>
      <div class="timeline-ticks" aria-hidden="true">
        {ticks.map(({ day, label }) => (
          <span key={day} style={at(day)}>
            {label}
          </span>
        ))}
      </div>
      <div class="timeline-grid" aria-hidden="true">
        {ticks.map(({ day }) => (
          <i key={day} style={at(day)} />
        ))}
        {from <= today && today <= to && <i class="timeline-today" style={at(readDay(today)!, 0.5)} />}
      </div>
      <ul class="bare">
        {inOrder(schedule.projects, sort, today).map((project) => (
          <Row key={project.id} project={project} period={schedule} />
        ))}
      </ul>
    </div>
  )
}

const Legend = () => (
  <p class="timeline-legend">
    {(['enrollment', 'work'] as const).map((kind) => (
      <span key={kind}>
        <i class={`timeline-key is-${kind}`} aria-hidden="true" />
        {t(`schedule.${kind}`)}
      </span>
    ))}
    <span>
      <i class="timeline-key is-today" aria-hidden="true" />
      {t('schedule.today')}
    </span>
  </p>
)

/** Enrollment and work of all projects, side by side. */
export function Timeline() {
  const { values, set } = useQueryParams([...filterKeys, 'from', 'zoom', 'sort'])
  const zoom: Zoom = isZoom(values.zoom) ? values.zoom : 'semester'
  const months = zooms[zoom]
  const standard = monthStart(readDay(directoryToday())!, zoom === 'semester' ? -1 : 0)
  const from = readMonth(values.from) ?? standard
  const query = { ...filtersOf(values), from: writeDay(from), to: writeDay(monthStart(from, months) - 1) }
  const { answer, error, retry } = useCall(getSchedule, { query }, { isPrivate: true, isSaved: false })
  const schedule = useLast(answer)
  const last = monthStart(from, months - 1)
  return (
    <>
      <Title actions={<Views current="timeline" />}>{t('timeline.title')}</Title>
      <Filters values={values} set={set} />
      <div class="tools schedule-bar">
        <Steps
          label={months === 1 ? monthName(from) : `${monthName(from)} – ${monthName(last)}`}
          onStep={(by) => set({ from: writeMonth(monthStart(from, by * months)) })}
          onToday={from === standard ? undefined : () => set({ from: '' })}
        />
        <ChoiceField
          label={t('schedule.zoom')}
          value={zoom}
          options={(Object.keys(zooms) as Zoom[]).map((value) => ({ value, name: t(`schedule.zoom.${value}`) }))}
          onChoose={(next) => set({ zoom: next === 'semester' ? '' : next })}
        />
        <ChoiceField
          label={t('schedule.order')}
          value={values.sort || 'start'}
          options={sorts.map((value) => ({ value, name: t(`schedule.sort.${value}`) }))}
          onChoose={(sort) => set({ sort: sort === 'start' ? '' : sort })}
        />
        <Legend />
      </div>
      {error ? <PageProblem error={error} onRetry={retry} /> : !schedule && <Loading lines={8} />}
      {schedule && !error && (
        <div aria-busy={answer ? undefined : true}>
          <p class="soft count" role="status">
            {t('schedule.found', { count: schedule.total })}
            {schedule.undated > 0 && ` · ${t('schedule.undated', { count: schedule.undated })}`}
          </p>
          {schedule.total > schedule.projects.length && (
            <p>{t('schedule.more', { count: schedule.projects.length, total: schedule.total })}</p>
          )}
          {schedule.projects.length > 0 ? (
            <Chart schedule={schedule} zoom={zoom} sort={values.sort} />
          ) : (
            <Empty
              icon="calendar"
              title={t('schedule.none')}
              action={<Button onClick={() => set({ ...noFilters, from: '' })}>{t('schedule.reset')}</Button>}
            >
              {t('schedule.none.text')}
            </Empty>
          )}
        </div>
      )}
    </>
  )
}
