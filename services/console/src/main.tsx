/**
 * The console's beginning: who is there, and then the frame with the page that the address names.
 */
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
