import { Link } from 'wouter-preact'
import { paths } from '#client/routes.ts'
import { face } from '#ui/face.ts'
import { Contact, Policy, type Section } from './policy.tsx'

const sections: Section[] = [
  {
    id: 'who',
    title: 'Who is responsible',
    text: (
      <>
        <p>
          {face.directory} is a directory of projects. The people who run it decide what is kept in it, and answer for it. You reach them
          here: <Contact />.
        </p>
        <p>This text says what the software does. The rules of the organisation that runs it may say more.</p>
      </>
    ),
  },
  {
    id: 'what',
    title: 'What is kept',
    text: (
      <ul>
        <li>
          <b>You:</b> name, e-mail, phone, GitHub login and picture, as far as your organisation’s account or you yourself have given them.
        </li>
        <li>
          <b>Your account elsewhere:</b> which service you sign in with, your number there and the address it names. Never your password: we
          do not see it.
        </li>
        <li>
          <b>Sessions:</b> where you are signed in: the kind of device, when, and the network without its last part.
        </li>
        <li>
          <b>What you do with your team:</b> roles, applications with their messages and decisions, files and links.
        </li>
        <li>
          <b>Mails:</b> what the directory has sent you, and what you have written to the people who run it.
        </li>
        <li>
          <b>A log of safety:</b> sign-ins, ended sessions, refusals and changes of rights, with the shortened network.
        </li>
      </ul>
    ),
  },
  {
    id: 'sees',
    title: 'Who sees it',
    text: (
      <>
        <p>
          Guests see projects and teams, but no people, unless the directory has decided to show the members of teams to everybody. Phone
          and e-mail of members are shown to none of them.
        </p>
        <p>
          Whoever is signed in sees the members of teams: name, role, GitHub login and picture. Messages and files of an application are
          seen by the team and the curators; results by everybody where their kind is public.
        </p>
        <p>E-mail, phone and sessions are yours; curators and administrators see what they need to run the directory.</p>
      </>
    ),
  },
  {
    id: 'long',
    title: 'How long',
    text: (
      <ul>
        <li>
          <b>A session in the browser</b> ends after 7 days without use, and after 30 days in any case; in an app after 30 and 180 days. 90
          days later it is deleted.
        </li>
        <li>
          <b>Mails</b> are deleted 90 days after they were sent.
        </li>
        <li>
          <b>The log of safety</b> cannot be changed by anybody, and is kept as long as the directory exists. It holds numbers instead of
          names.
        </li>
        <li>
          <b>Everything else</b> stays as long as your account does.
        </li>
        <li>
          <b>After deletion</b> your places in teams stay without a name, so that the history of projects remains whole.
        </li>
      </ul>
    ),
  },
  {
    id: 'rights',
    title: 'What you can do',
    text: (
      <>
        <p>
          All of it in your <Link href={paths.profile}>profile</Link>, without asking anybody:
        </p>
        <ul>
          <li>correct your name, e-mail, phone and picture;</li>
          <li>download everything the directory knows about you as one file;</li>
          <li>end sessions on other devices;</li>
          <li>delete your account.</li>
        </ul>
        <p>
          What comes by mail you choose in the <Link href={paths.notifications}>mail settings</Link>.
        </p>
      </>
    ),
  },
  {
    id: 'device',
    title: 'On your device',
    text: (
      <p>
        Theme and language, lists and projects you have seen, and what you are writing are kept on the device, so that the app works without
        a network. Your own data leaves it when you sign out. One cookie keeps you signed in, a few that live for minutes lead through the
        sign-in; there are no others.
      </p>
    ),
  },
  {
    id: 'others',
    title: 'Nobody else',
    text: (
      <p>
        No advertising, no tracking, no counting of visits, no fonts or scripts from elsewhere. Nothing is sold or passed on. One exception:
        if somebody has no picture of their own here, theirs may be loaded from the service they sign in with.
      </p>
    ),
  },
]

export const English = () => <Policy changed="2026-11-15" sections={sections} />
