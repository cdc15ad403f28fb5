package webhooks

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"net/http"
	"strconv"
	"strings"
	"time"
)

const tolerance = 300 * time.Second

// VerifyWebhook returns an error unless the request is from Ruaflow, unchanged and recent. Pass the raw body: parsing it
// and writing it again changes it.
//
// It returns the event's id (the header webhook-id). A delivery can be repeated with the same id, for two days and on
// request: remember the ids that you have processed, and answer repeated ones with 2xx without further action.
func VerifyWebhook(body []byte, header http.Header, secret string) (string, error) {
	id, timestamp := header.Get("webhook-id"), header.Get("webhook-timestamp")
	if id == "" || timestamp == "" {
		return "", errors.New("the request is not signed")
	}
	seconds, err := strconv.ParseInt(timestamp, 10, 64)
	if err != nil || time.Since(time.Unix(seconds, 0)).Abs() > tolerance {
		return "", errors.New("the request is too old")
	}

	// After whsec_ follows the key in base64; any other secret is the key itself.
	key := []byte(secret)
	if strings.HasPrefix(secret, "whsec_") {
		if key, err = base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "whsec_")); err != nil {
			return "", err
		}
	}
	if len(key) == 0 {
		return "", errors.New("the secret is empty")
	}
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(id + "." + timestamp + "."))
	mac.Write(body)
	expected := mac.Sum(nil)

	// During a rotation of the secret there are two signatures: one valid signature is enough.
	for _, signature := range strings.Split(header.Get("webhook-signature"), " ") {
		version, text, _ := strings.Cut(signature, ",")
		given, err := base64.StdEncoding.DecodeString(text)
		if err == nil && version == "v1" && hmac.Equal(given, expected) {
			return id, nil
		}
	}
	return "", errors.New("the signature is not valid")
}
