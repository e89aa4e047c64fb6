"""The interactive report of a motion within a notebook."""
import html


def in_a_frame(motion, height=720):
    """The report in a frame of its own, so that its scripts and styles leave the notebook alone."""
    page = html.escape(motion.html(), quote=True)
    return (f'<iframe srcdoc="{page}" width="100%" height="{height}" '
            'style="border: 0" sandbox="allow-scripts allow-downloads"></iframe>')
