import { Link } from 'wouter-preact'
import { paths } from '#client/routes.ts'
import { serverConfig } from '#ui/server/server-config.ts'
import { Contact, Policy, type Section } from './policy.tsx'

const sections: Section[] = [
  {
    id: 'who',
    title: 'Who is responsible',
    text: (
      <>
        <p>
          {serverConfig.directory} is a directory of projects. Its admins decide what data is stored and are responsible for it. Contact:{' '}
          <Contact />.
        </p>
        <p>This policy describes what the software does. The organisation that runs the directory may have additional rules.</p>
      </>
    ),
  },
  {
    id: 'what',
    title: 'What data we store',
    text: (
      <ul>
        <li>
          <b>Profile:</b> name, email, phone, GitHub login and photo, if your organisation’s account or you provided them.
        </li>
        <li>
          <b>Sign-in account:</b> the service you sign in with, your ID there and the email address it provides. We never see your password.
        </li>
        <li>
          <b>Sessions:</b> device type, time and shortened IP address of each sign-in.
        </li>
        <li>
          <b>Team activity:</b> roles, applications with messages, answers to curators and decisions, files and links.
        </li>
        <li>
          <b>Questions and answers</b> on projects. Everyone can read them; your name is shown to signed-in people until you delete your
          account.
        </li>
        <li>
          <b>Saved projects:</b> which projects you saved. Without signing in they are stored only on your device.
        </li>
        <li>
          <b>Emails:</b> notifications sent to you and messages you sent to the admins.
        </li>
        <li>
          <b>Security log:</b> sign-ins, ended sessions, denied actions and access changes, with a shortened IP address.
        </li>
      </ul>
    ),
  },
  {
    id: 'sees',
    title: 'Who can see it',
    text: (
      <>
        <p>
          Guests can see projects and teams, but not people, unless the directory is set to show team members to everyone. Guests never see
          members’ phone numbers and email addresses.
        </p>
        <p>
          Signed-in users can see team members: name, role, GitHub login and photo. Application messages and files are visible to the team
          and the curators. Results in public categories are visible to everyone.
        </p>
        <p>
          Your email, phone, sessions and saved projects are private. Curators see only how many people saved a project. Curators and admins
          can see what they need to run the directory.
        </p>
      </>
    ),
  },
  {
    id: 'long',
    title: 'How long we keep it',
    text: (
      <ul>
        <li>
          <b>Browser sessions</b> end after 7 days of inactivity and after 30 days at the latest; app sessions after 30 and 180 days.
          Session records are deleted 90 days later.
        </li>
        <li>
          <b>Emails</b> are deleted 90 days after they are sent.
        </li>
        <li>
          <b>The security log</b> cannot be edited and is kept as long as the directory exists. It contains IDs instead of names.
        </li>
        <li>
          <b>Everything else</b> is kept as long as your account exists.
        </li>
        <li>
          <b>After you delete your account</b>, your team memberships stay without your name, so that project history remains complete.
        </li>
      </ul>
    ),
  },
  {
    id: 'rights',
    title: 'Your rights',
    text: (
      <>
        <p>
          In your <Link href={paths.profile}>profile</Link> you can:
        </p>
        <ul>
          <li>edit your name, email, phone and photo;</li>
          <li>download all data about you as one file;</li>
          <li>end sessions on other devices;</li>
          <li>delete your account.</li>
        </ul>
        <p>
          You can choose which emails you get in <Link href={paths.notifications}>Email notifications</Link>.
        </p>
      </>
    ),
  },
  {
    id: 'device',
    title: 'On your device',
    text: (
      <p>
        The app stores your theme, language, viewed lists and projects, and drafts on your device so that it works offline. Your personal
        data is removed from the device when you sign out. One cookie keeps you signed in; a few short-lived cookies are used during
        sign-in. There are no other cookies.
      </p>
    ),
  },
  {
    id: 'others',
    title: 'Third parties',
    text: (
      <p>
        No advertising, no tracking, no analytics, no third-party fonts or scripts. We don’t sell or share data. One exception: if a person
        has not uploaded a photo, it may be loaded from the service they sign in with.
      </p>
    ),
  },
]

export const English = () => <Policy changed="2026-11-16" sections={sections} />
