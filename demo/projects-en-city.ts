import { type DemoProject, prose } from './shape.ts'

export const cityProjects: DemoProject[] = [
  {
    slug: 'city-tree-census',
    name: 'City Tree Census',
    shortDescription: 'A phone survey and a public map that let residents count, measure and describe every street tree.',
    description: prose(`
      The parks department of Eastbrook last counted its street trees eleven years ago, on paper. Storm damage, new
      building sites and a beetle outbreak have made that list useless for planning.

      ### What we want to build
      - a survey form that works on a phone without a connection and sends its records later
      - species suggestions from a photo of a leaf or of the bark
      - a public map with filters by species, trunk diameter and condition
      - an export that the department can load into its own planning system

      About sixty volunteers will walk the streets on two weekends in spring. The team trains them, watches the quality
      of the incoming records and corrects the form between the two weekends.

      The cleaned data set will be published under an open licence, together with a short report on how complete and how
      exact a volunteer census can be.
    `),
    client: 'Eastbrook Parks Department',
    clientContact: 'Helen Ashdown, h.ashdown@eastbrook.example.org, +44 1632 960 114',
    curator: 'Margaret Oakes',
    tags: ['City', 'Mobile', 'Open data', 'Environment'],
    dateStart: 21,
    dateEnd: 110,
    enrollmentStart: -10,
    enrollmentEnd: 12,
    teamLimit: 3,
    developerRequirements: [
      'One person who has built an offline-first mobile or web app',
      'Basic knowledge of spatial data (GeoJSON, PostGIS)',
    ],
    projectRequirements: ['The survey works for a whole day without a connection', 'Records are exported as GeoJSON and CSV'],
    related: ['drone-shoreline-survey', 'chistye-berega'],
    publishedDaysAgo: 14,
    state: 'published',
  },
  {
    slug: 'tram-accessibility-audit',
    name: 'Accessibility Audit of the Tram Network',
    shortDescription: 'A structured survey of all 84 tram stops, so that wheelchair users can plan a trip they are sure to finish.',
    description: prose(`
      A trip planner that shows the fastest tram is of little use to a person who cannot climb a 28 cm step. The transport
      authority knows where its low-floor trams run, but not the state of the stops themselves.

      The team designs a check-list together with the regional disability council, audits every stop in pairs and turns
      the findings into a data set for trip planners.

      ### Results expected
      1. a check-list with measurable criteria: step height, platform width, tactile paving, lighting, audible announcements
      2. photographs and measurements of all 84 stops
      3. a prioritised list of repairs with rough costs
      4. a prototype of a step-free route search

      Field work takes about five weekends. Measuring tools and travel passes are provided by the client.
    `),
    client: 'Lowmoor Transport Authority',
    clientContact: 'Peter Hallam, access@lowmoor-transport.example.org',
    curator: 'Margaret Oakes',
    tags: ['City', 'Design', 'Open data'],
    dateStart: -45,
    dateEnd: 20,
    enrollmentStart: -70,
    enrollmentEnd: -50,
    teamLimit: 2,
    developerRequirements: ['Willingness to work outdoors at weekends', 'Experience with interviews or usability tests'],
    projectRequirements: ['Criteria follow the national accessibility standard', 'Data published in GTFS-compatible form'],
    related: ['karta-dvorov', 'night-bus-planner'],
    publishedDaysAgo: 80,
    state: 'published',
  },
  {
    slug: 'food-waste-map',
    name: 'Food Waste Map',
    shortDescription: 'Bakeries and canteens announce what is left in the evening; charities see it on a map and collect it in time.',
    description: prose(`
      Every evening the bakeries and canteens of the old town throw away food that is still good. Two charities collect some
      of it, but they learn about it by telephone, and often too late.

      We want a map with a single promise: a shop announces a surplus in under twenty seconds, and the nearest charity
      confirms the pick-up in under five minutes.

      ### First version
      - a one-screen form for shops, usable with floury hands
      - notifications to the two or three nearest collectors
      - a log of what was saved, by weight, for the monthly report

      The first ten shops have already agreed to take part. Hygiene rules and a sample hand-over protocol will be supplied
      by the client before the start. The team meets the shops every second week.
    `),
    client: 'Second Helping Foundation',
    clientContact: 'Ruth Calder, ruth@secondhelping.example.org',
    curator: 'Daniel Whitlock',
    tags: ['Web', 'City', 'Environment'],
    dateStart: 3,
    dateEnd: 75,
    enrollmentStart: -25,
    enrollmentEnd: 0,
    teamLimit: 2,
    developerRequirements: ['Frontend experience with maps', 'One person responsible for contact with the shops'],
    projectRequirements: ['Announcing a surplus takes at most three taps', 'No personal data of the people who receive the food is kept'],
    related: ['volunteer-shift-planner'],
    publishedDaysAgo: 28,
    state: 'published',
  },
  {
    slug: 'river-sensor-network',
    name: 'River Sensor Network',
    shortDescription: 'Twelve low-cost stations report water level, temperature and turbidity of the Wend every ten minutes.',
    description: prose(`
      The river Wend rises fast after heavy rain, and the only official gauge stands far below the village of Stonebeck.
      The village council asked for an early warning it can afford and repair by itself.

      The team built twelve stations around an ultrasonic level sensor, a radio link and a small solar panel. They report
      to a server in the village school, which draws the curves and sends a text message when the level rises too quickly.

      ### What was delivered
      - drawings, part lists and firmware of the station
      - a dashboard with alarms by message and by siren
      - a maintenance guide written with the volunteers who look after the stations
      - four months of measurements as open data

      Eleven of the twelve stations survived the winter. A follow-up could add forecasts from upstream rainfall.
    `),
    client: 'Stonebeck Village Council',
    clientContact: null,
    curator: 'Daniel Whitlock',
    tags: ['Internet of things', 'Open data', 'Environment'],
    dateStart: -200,
    dateEnd: -80,
    enrollmentStart: -230,
    enrollmentEnd: -205,
    teamLimit: 2,
    developerRequirements: ['Embedded C or MicroPython', 'Soldering and basic electronics'],
    projectRequirements: ['A station costs less than 60 in parts', 'Runs through three cloudy weeks on its battery'],
    related: ['datchiki-vozduha', 'chistye-berega'],
    publishedDaysAgo: 240,
    state: 'published',
  },
  {
    slug: 'open-data-portal',
    name: 'Open Data Portal of the Borough',
    shortDescription: 'One searchable place for the budget, school places, road works and air quality of a borough of 90,000 people.',
    description: prose(`
      The borough of Hartwell published its figures as scanned tables on eleven different pages. Journalists copied them by
      hand, and every office answered the same questions again and again.

      The portal gathers 140 data sets behind one search, with a description, a responsible office and a machine-readable
      file for each. Uploading a new version takes a clerk about two minutes and needs no training.

      ### Highlights
      - a catalogue that follows the DCAT vocabulary
      - previews of tables and maps in the browser
      - an alert for subscribers when a data set changes
      - a check that warns of personal data before publication

      The work ended with a public data day, at which three local newspapers presented stories made from the portal.
    `),
    client: 'Borough of Hartwell',
    clientContact: 'Information Office, data@hartwell.example.org',
    curator: 'Margaret Oakes',
    tags: ['Web', 'Open data', 'City'],
    dateStart: -300,
    dateEnd: -150,
    enrollmentStart: -330,
    enrollmentEnd: -305,
    teamLimit: 1,
    developerRequirements: ['Backend developer with SQL experience', 'Someone who likes writing documentation'],
    projectRequirements: ['Every data set can be downloaded as CSV', 'The portal passes an accessibility check at level AA'],
    related: [],
    publishedDaysAgo: 340,
    state: 'published',
  },
  {
    slug: 'campus-bike-sharing',
    name: 'Campus Bike Sharing',
    shortDescription: 'Forty refurbished bicycles, electronic locks made in our own workshop and a booking app for students and staff.',
    description: prose(`
      The two campuses of the university lie three kilometres apart, and the shuttle bus is full twice a day. Meanwhile
      forty abandoned bicycles stand in the cellar of the dormitory.

      Volunteers of the repair café will bring the bicycles back to life. The team provides what turns them into a service:

      - a lock with a number pad or Bluetooth that can be built for a reasonable price
      - an app to find, book and return a bicycle
      - a simple desk for the people who repair and move the bicycles

      We expect an honest pilot: one semester, two stations, measured use. At the end the university decides on the basis
      of the numbers whether to continue. A student thesis about the economics of the service runs in parallel and will
      share its data.
    `),
    client: 'Northgate University, Campus Services',
    clientContact: 'Campus Services Desk, mobility@northgate.example.org',
    curator: 'Daniel Whitlock',
    tags: ['Mobile', 'Internet of things', 'City'],
    dateStart: 60,
    dateEnd: 180,
    enrollmentStart: 20,
    enrollmentEnd: 50,
    teamLimit: 2,
    developerRequirements: ['Mobile developer', 'Electronics or mechanical engineering background for the lock'],
    projectRequirements: ['A lock still opens when the server cannot be reached', 'Positions of riders are never stored'],
    related: ['night-bus-planner'],
    publishedDaysAgo: 4,
    state: 'published',
  },
  {
    slug: 'night-bus-planner',
    name: 'Night Bus Planner',
    shortDescription: 'A planning tool that shows which night routes people would really use, built from anonymous counts.',
    description: prose(`
      Night buses in the county followed a timetable drawn up before the new hospital and the railway yard opened. Nurses
      and shift workers took taxis, while buses drove empty past closed shops.

      From anonymous passenger counts, shift schedules and a survey of 900 people, the team built a tool in which a planner
      moves a route on the map and sees at once how many people it would serve and what it would cost.

      ### Outcome
      Two of the four proposed routes have been running since the autumn timetable. The number of passengers after midnight
      grew by about a third, with the same number of drivers.

      The source code and a description of the method are available to other counties.
    `),
    client: 'Wexcombe County Transport',
    clientContact: null,
    curator: 'Margaret Oakes',
    tags: ['City', 'Open data', 'Web'],
    dateStart: -160,
    dateEnd: -62,
    enrollmentStart: -190,
    enrollmentEnd: -165,
    teamLimit: 1,
    developerRequirements: ['Python or R for the analysis', 'A frontend developer with experience in interactive maps'],
    projectRequirements: ['Works with GTFS timetables', 'No trip of a single person can be recognised in the data'],
    related: ['tram-accessibility-audit'],
    publishedDaysAgo: 195,
    state: 'published',
  },
  {
    slug: 'parking-sensor-pilot',
    name: 'Parking Sensor Pilot',
    shortDescription: 'Magnetic sensors in thirty parking bays, meant to show drivers where a place is free.',
    description: prose(`
      The market square of Hartwell is full on Saturdays, and a good part of the traffic consists of cars in search of a
      place. The borough wanted to find out whether sensors in thirty bays would reduce it.

      The plan foresaw three steps: a comparison of two sensor types in the laboratory, a month of trial in six bays, and
      the full pilot with a sign at the entrance of the square.

      - sensors with a battery life of at least three years
      - a small web page with the number of free places
      - an evaluation against manual counts

      The client has withdrawn the project, because the square will be rebuilt without parking bays. The laboratory
      comparison may be offered again as a separate topic.
    `),
    client: 'Borough of Hartwell',
    clientContact: 'Information Office, data@hartwell.example.org',
    curator: 'Daniel Whitlock',
    tags: ['Internet of things', 'City'],
    dateStart: 15,
    dateEnd: 90,
    enrollmentStart: -20,
    enrollmentEnd: 10,
    teamLimit: 1,
    developerRequirements: ['Embedded development'],
    projectRequirements: ['Three years of battery life'],
    related: [],
    publishedDaysAgo: 26,
    state: 'withdrawn',
  },
]
