/** Starts the console: renders the frame with the page of the address, and starts the session. */
import { render } from 'preact';
import { followAddress } from './browser/navigation.js';
import { applyPreferences } from './browser/preferences.js';
import { Frame } from './frame/frame.js';
import { startSession } from './session/session.js';

applyPreferences();
followAddress();
const place = document.getElementById('console');
if (place !== null) render(<Frame />, place);
void startSession();
