import { Link } from 'wouter-preact'
import { PageProblem } from '#console/parts/problem.tsx'
import { useQueryParams } from '#console/parts/query-params.ts'
import { useWide } from '#console/parts/wide.ts'
import { pathTo } from '#console/routes.ts'
import { t } from '#console/texts.ts'
import { getSchedule, type Schedule, type ScheduledProject } from '#contract/console/schedule.ts'
import { mondayOf } from '#rules/console/today.ts'
import { readDay, writeDay } from '#rules/time/day.ts'
import { monthStart } from '#rules/time/period.ts'
import { eventsOf, type ScheduleEvent } from '#rules/time/schedule.ts'
import { Icon, type IconName } from '#ui/icon.tsx'
import { useLast } from '#ui/last.ts'
import { useCall } from '#ui/server/query.ts'
import { Empty, Loading } from '#ui/states.tsx'
import { directoryToday } from '#ui/time/directory-time.ts'
import { day } from '#ui/time/format.ts'
import { Title } from '#ui/title.tsx'
import { Filters, filterKeys, filtersOf, Views } from './schedule/filters.tsx'
import { monthName, readMonth, weekdayName, writeMonth } from './schedule/period.ts'
import { Steps } from './schedule/steps.tsx'

type Event = ScheduleEvent<ScheduledProject>
const icons: Record<Event['what'], IconName> = { enrollment_starts: 'plus', enrollment_ends: 'clock', starts: 'flag', ends: 'check' }
const kinds = Object.keys(icons) as Event['what'][]
const nameOf = (what: Event['what']) => t(`today.soon.${what}`)

const MOST = 4 // of one day; the others unfold

const EventLink = ({ event: { what, project } }: { event: Event }) => (
  <li>
    <Link class={`calendar-event is-${what}`} href={pathTo('project', { id: project.id })} title={`${nameOf(what)}: ${project.name}`}>
      <Icon name={icons[what]} size={16} />
      <span class="visually-hidden">{nameOf(what)}: </span>
      <bdi>{project.name}</bdi>
    </Link>
  </li>
)

const Events = ({ events }: { events: Event[] }) => (
  <>
    <ul class="bare">
      {events.slice(0, MOST).map((event) => (
        <EventLink key={event.what + event.project.id} event={event} />
      ))}
    </ul>
    {events.length > MOST && (
      <details>
        <summary>{t('calendar.more', { count: events.length - MOST })}</summary>
        <ul class="bare">
          {events.slice(MOST).map((event) => (
            <EventLink key={event.what + event.project.id} event={event} />
          ))}
        </ul>
      </details>
    )}
  </>
)

type MonthProps = { events: Event[]; month: number; today: string }

function Month({ events, month, today }: MonthProps) {
  const first = mondayOf(month)
  const weeks = Math.ceil((monthStart(month, 1) - first) / 7)
  const daysOf = (week: number) => Array.from({ length: 7 }, (_, index) => first + week * 7 + index)
  return (
    <table class="calendar">
      <caption class="visually-hidden">{monthName(month)}</caption>
      <thead>
        <tr>
          {daysOf(0).map((one) => (
            <th key={one} scope="col" abbr={weekdayName(one, 'long')}>
              {weekdayName(one, 'short')}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {Array.from({ length: weeks }, (_, week) => (
          <tr key={week}>
            {daysOf(week).map((one) => {
              const text = writeDay(one)
              const classes = [monthStart(one) !== month && 'is-outside', text === today && 'is-today'].filter(Boolean).join(' ')
              return (
                <td key={one} class={classes || undefined}>
                  <time dateTime={text} aria-current={text === today ? 'date' : undefined}>
                    <span class="visually-hidden">{day(text)}</span>
                    <span aria-hidden="true">{Number(text.slice(8))}</span>
                  </time>
                  <Events events={events.filter((event) => event.day === text)} />
                </td>
              )
            })}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** The same as a list of days, for phones. */
const Agenda = ({ events, today }: { events: Event[]; today: string }) => (
  <ol class="bare agenda">
    {[...new Set(events.map((event) => event.day))].map((date) => (
      <li key={date} class={date === today ? 'card is-today' : 'card'}>
        <h2>
          {day(date)} <span class="soft">{date === today ? t('schedule.today') : weekdayName(readDay(date)!, 'long')}</span>
        </h2>
        <ul class="bare">
          {events
            .filter((event) => event.day === date)
            .map(({ what, project }) => (
              <li key={what + project.id}>
                <Link class={`calendar-event is-${what}`} href={pathTo('project', { id: project.id })}>
                  <Icon name={icons[what]} size={20} />
                  <span>
                    <bdi>{project.name}</bdi>
                    <small>{nameOf(what)}</small>
                  </span>
                </Link>
              </li>
            ))}
        </ul>
      </li>
    ))}
  </ol>
)

function Days({ schedule, month }: { schedule: Schedule; month: number }) {
  const isWide = useWide()
  const events = eventsOf(schedule.projects, schedule.from, schedule.to)
  const isInMonth = (event: Event) => event.day.startsWith(writeMonth(month))
  if (isWide) return <Month events={events} month={month} today={schedule.day} />
  const inMonth = events.filter(isInMonth)
  return inMonth.length > 0 ? <Agenda events={inMonth} today={schedule.day} /> : <Empty icon="calendar" title={t('calendar.none')} />
}

/** What opens, closes, starts and ends in a month. */
export function Calendar() {
  const { values, set } = useQueryParams([...filterKeys, 'month'])
  const standard = monthStart(readDay(directoryToday())!)
  const month = readMonth(values.month) ?? standard
  const query = { ...filtersOf(values), from: writeDay(mondayOf(month)), to: writeDay(mondayOf(monthStart(month, 1) - 1) + 6) }
  const { answer, error, retry } = useCall(getSchedule, { query }, { isPrivate: true, isSaved: false })
  const schedule = useLast(answer)
  return (
    <>
      <Title actions={<Views current="calendar" />}>{t('calendar.title')}</Title>
      <Filters values={values} set={set} />
      <div class="tools schedule-bar">
        <Steps
          label={monthName(month)}
          onStep={(by) => set({ month: writeMonth(monthStart(month, by)) })}
          onToday={month === standard ? undefined : () => set({ month: '' })}
        />
        <p class="timeline-legend">
          {kinds.map((what) => (
            <span key={what} class={`calendar-key is-${what}`}>
              <Icon name={icons[what]} size={16} />
              {nameOf(what)}
            </span>
          ))}
        </p>
      </div>
      {error ? <PageProblem error={error} onRetry={retry} /> : !schedule && <Loading lines={8} />}
      {schedule && !error && (
        <div aria-busy={answer ? undefined : true}>
          <Days schedule={schedule} month={month} />
        </div>
      )}
    </>
  )
}
